//! Characters and lines, set in the embedded font.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use image::{ImageBuffer, Pixel};

/// A subset of Noto Serif SC Bold; `assets/fonts/README.md` tells what is in it and how it is made.
static FONT: &[u8] = include_bytes!("../../assets/fonts/NotoSerifSC-Bold-subset.otf");

/// The font of the pictures.
pub struct Typeface(FontRef<'static>);

/// Where a character stands: the middle of its ink, and its baseline, in pixels.
#[derive(Copy, Clone, Debug)]
pub struct Anchor {
    pub middle: f32,
    pub baseline: f32,
}

/// Which part of a number stands at the place given.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

impl Typeface {
    pub fn embedded() -> Typeface {
        Typeface(FontRef::try_from_slice(FONT).expect("the embedded font is valid, see the test"))
    }

    /// Sets one character, `em` pixels high, on an opaque part of the image; what lies outside is left out.
    pub fn set<P>(&self, image: &mut ImageBuffer<P, Vec<u8>>, c: char, at: Anchor, em: f32, color: P)
    where
        P: Pixel<Subpixel = u8>,
    {
        let scale = self.scale(em);
        let glyph = |x| self.0.glyph_id(c).with_scale_and_position(scale, point(x, at.baseline));
        let Some(outline) = self.0.outline_glyph(glyph(0.0)) else { return };
        let ink = outline.px_bounds();
        let Some(outline) = self.0.outline_glyph(glyph(at.middle - (ink.min.x + ink.max.x) / 2.0)) else { return };
        let origin = outline.px_bounds().min;
        outline.draw(|x, y, coverage| {
            let (x, y) = (origin.x + x as f32, origin.y + y as f32);
            if x < 0.0 || y < 0.0 {
                return;
            }
            if let Some(pixel) = image.get_pixel_mut_checked(x as u32, y as u32) {
                pixel.apply2(&color, |under, over| mix(under, over, coverage.clamp(0.0, 1.0)));
            }
        });
    }

    /// Sets a number, `em` pixels high, with its start, middle or end at `x` and its foot on `baseline`, as [`Typeface::set`] does.
    pub fn number<P>(
        &self,
        image: &mut ImageBuffer<P, Vec<u8>>,
        number: i32,
        (x, baseline): (f32, f32),
        align: Align,
        em: f32,
        color: P,
    ) where
        P: Pixel<Subpixel = u8>,
    {
        let digits = number.unsigned_abs().to_string();
        // Digits of this font are all equally wide.
        let advance = self.0.as_scaled(self.scale(em)).h_advance(self.0.glyph_id('0'));
        let sign = if number < 0 { advance } else { 0.0 };
        let width = sign + advance * digits.len() as f32;
        let start = match align {
            Align::Start => x,
            Align::Middle => x - width / 2.0,
            Align::End => x - width,
        };
        if number < 0 {
            // The font holds no minus.
            let (left, top) = ((start + advance * 0.15) as u32, (baseline - em * 0.32) as u32);
            for y in top..top + (em * 0.09) as u32 {
                for x in left..left + (advance * 0.7) as u32 {
                    image.get_pixel_mut_checked(x, y).into_iter().for_each(|pixel| *pixel = color);
                }
            }
        }
        for (n, digit) in digits.chars().enumerate() {
            let middle = start + sign + advance * (n as f32 + 0.5);
            self.set(image, digit, Anchor { middle, baseline }, em, color);
        }
    }

    /// The characters of a text that the font has: what it lacks is left out.
    fn known<'a>(&'a self, text: &'a str) -> impl Iterator<Item = char> + 'a {
        text.chars().filter(|&c| self.0.glyph_id(c).0 != 0)
    }

    /// The width of a line, pixels.
    pub fn width(&self, text: &str, em: f32) -> f32 {
        let font = self.0.as_scaled(self.scale(em));
        self.known(text).map(|c| font.h_advance(font.glyph_id(c))).sum()
    }

    /// Sets a line, `em` pixels high, with its middle at (x, baseline), as [`Typeface::set`] does.
    pub fn line<P>(&self, image: &mut ImageBuffer<P, Vec<u8>>, text: &str, (x, baseline): (f32, f32), em: f32, color: P)
    where
        P: Pixel<Subpixel = u8>,
    {
        let font = self.0.as_scaled(self.scale(em));
        let mut start = x - self.width(text, em) / 2.0;
        for c in self.known(text) {
            let advance = font.h_advance(font.glyph_id(c));
            self.set(image, c, Anchor { middle: start + advance / 2.0, baseline }, em, color);
            start += advance;
        }
    }

    /// The library measures a font by its line height, designers by the em.
    fn scale(&self, em: f32) -> PxScale {
        PxScale::from(em * self.0.height_unscaled() / self.0.units_per_em().unwrap_or(1000.0))
    }
}

/// The way from one value to another, 0 to 1.
fn mix(from: u8, to: u8, way: f32) -> u8 {
    (f32::from(from) + (f32::from(to) - f32::from(from)) * way).round() as u8
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use image::{GrayImage, Luma};

    use super::*;

    #[test]
    fn every_glyph_is_there_and_like_no_other() {
        let font = Typeface::embedded();
        let glyphs = include_str!("../../assets/fonts/glyphs.txt").chars().filter(|c| !c.is_whitespace());
        let mut seen = HashMap::new();
        for c in glyphs.chain('0'..='9').chain("象獅狮虎豹狼狗貓猫鼠狐".chars()) {
            let mut image = GrayImage::new(64, 64);
            font.set(&mut image, c, Anchor { middle: 32.0, baseline: 48.0 }, 40.0, Luma([255]));
            assert!(image.pixels().any(|pixel| pixel.0[0] > 128), "the font has no glyph for '{c}'");
            let twin = seen.insert(image.into_raw(), c).filter(|&twin| twin != c);
            assert_eq!(twin, None, "'{c}' looks like another");
        }
    }

    #[test]
    fn what_the_font_lacks_is_left_out() {
        let font = Typeface::embedded();
        assert_eq!(font.width("\u{1f418}\u{416}", 40.0), 0.0);
        assert_eq!(font.width("a\u{1f418}b", 40.0), font.width("ab", 40.0));
        let mut image = GrayImage::new(64, 64);
        font.line(&mut image, "\u{1f418}\u{416}", (32.0, 48.0), 40.0, Luma([255]));
        assert!(image.pixels().all(|pixel| pixel.0[0] == 0));
    }
}
