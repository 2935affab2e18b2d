//! The colors of a picture.

use image::{GrayImage, Rgb, RgbImage};

/// Colors in a picture. More of them show no difference to the eye and cost bytes.
const SIZE: usize = 124;
/// How far the color of a blend on an edge may be off, as [`distance`]: about 30 steps of gray.
const TOLERANCE: u64 = 7000;
/// The colors a picture may have.
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest color's index, by [`bucket`].
    nearest: Vec<u8>,
}

impl Palette {
    /// An index that is no color's: what lies below is seen.
    pub const TRANSPARENT: u8 = SIZE as u8;

    /// Every color that has a name, filled up with the blends that are missed most in the samples.
    ///
    /// A palette made from frequencies alone loses the small colors: a tongue, an eye, the heart of a mark.
    pub fn new(named: impl IntoIterator<Item = [u8; 3]>, samples: &[RgbImage]) -> Palette {
        let mut colors: Vec<[u8; 3]> = Vec::new();
        for color in named {
            if !colors.contains(&color) {
                colors.push(color);
            }
        }
        let named = colors.len();
        fill(&mut colors, samples);

        let mut nearest: Vec<u8> = (0..BUCKETS).map(|bucket| index_of_nearest(&colors, middle(bucket))).collect();
        // A color that has a name is kept exactly, also where another is nearer to the middle of its bucket.
        for (index, &color) in colors.iter().enumerate().take(named) {
            nearest[bucket(color)] = index as u8;
        }
        Palette { colors, nearest }
    }

    /// The picture with a color's index for each pixel.
    pub fn reduce(&self, image: &RgbImage) -> GrayImage {
        let (pixels, _) = image.as_chunks::<3>();
        let width = image.width() as usize;
        let mut indices: Vec<u8> = Vec::with_capacity(pixels.len());
        for run in pixels.chunk_by(PartialEq::eq) {
            let color = run[0];
            let here = indices.len();
            // A pixel on its own is the blend on an edge, which the palette only has roughly. Of colors that will do, the one
            // above or to the left packs best. Areas keep the nearest color.
            let neighbors = if run.len() == 1 { [here.checked_sub(width), here.checked_sub(1)] } else { [None, None] };
            let index = neighbors
                .into_iter()
                .flatten()
                .map(|neighbor| indices[neighbor])
                .find(|&index| distance(self.colors[usize::from(index)], color) <= TOLERANCE)
                .unwrap_or(self.nearest[bucket(color)]);
            indices.resize(here + run.len(), index);
        }
        GrayImage::from_raw(image.width(), image.height(), indices).expect("an index for each pixel")
    }

    /// An area (left, top, width, height) of what a picture of indices would be if it were half as wide and high.
    pub fn halved(&self, picture: &GrayImage, (left, top, width, height): (u32, u32, u32, u32)) -> GrayImage {
        let color = |x, y| self.colors[usize::from(picture.get_pixel(x, y).0[0])];
        let mean = |x, y| {
            let (x, y) = (2 * (left + x), 2 * (top + y));
            let four = [color(x, y), color(x + 1, y), color(x, y + 1), color(x + 1, y + 1)];
            Rgb(std::array::from_fn(|n| (four.iter().map(|color| u16::from(color[n])).sum::<u16>() / 4) as u8))
        };
        self.reduce(&RgbImage::from_fn(width, height, mean))
    }

    /// The colors, three bytes each.
    pub fn rgb(&self) -> Vec<u8> {
        self.colors.concat()
    }
}

/// Adds colors until there are [`SIZE`]: each time the one whose pixels, all together, are farthest from the colors there are.
fn fill(colors: &mut Vec<[u8; 3]>, samples: &[RgbImage]) {
    let mut count = vec![0_u64; BUCKETS];
    for image in samples {
        let (pixels, _) = image.as_chunks::<3>();
        pixels.iter().for_each(|&pixel| count[bucket(pixel)] += 1);
    }
    let mut missed: Vec<([u8; 3], u64, u64)> = (0..BUCKETS)
        .filter(|&bucket| count[bucket] > 0)
        .map(|bucket| (middle(bucket), count[bucket]))
        .map(|(color, count)| {
            (color, count, colors.iter().map(|&other| distance(color, other)).min().unwrap_or(u64::MAX))
        })
        .collect();
    while colors.len() < SIZE {
        let Some(&(color, ..)) = missed.iter().max_by_key(|(_, count, distance)| count * distance) else { return };
        colors.push(color);
        for (other, _, nearest) in &mut missed {
            *nearest = (*nearest).min(distance(color, *other));
        }
    }
}

/// Colors are looked up by their upper bits: 5 of red, 6 of green, 5 of blue.
const BUCKETS: usize = 1 << 16;

fn bucket([red, green, blue]: [u8; 3]) -> usize {
    usize::from(red >> 3) << 11 | usize::from(green >> 2) << 5 | usize::from(blue >> 3)
}

/// The color in the middle of a bucket.
fn middle(bucket: usize) -> [u8; 3] {
    let (red, green, blue) = (bucket >> 11, bucket >> 5 & 63, bucket & 31);
    [(red << 3 | 4) as u8, (green << 2 | 2) as u8, (blue << 3 | 4) as u8]
}

fn index_of_nearest(colors: &[[u8; 3]], color: [u8; 3]) -> u8 {
    let nearest = colors.iter().enumerate().min_by_key(|(_, other)| distance(color, **other));
    nearest.map_or(0, |(index, _)| index as u8)
}

/// How different two colors look: squared differences, weighted for the eye, which sees green best and blue least.
fn distance(a: [u8; 3], b: [u8; 3]) -> u64 {
    let squared = |n: usize| u64::from(a[n].abs_diff(b[n])).pow(2);
    2 * squared(0) + 4 * squared(1) + squared(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_colors_stay_and_missed_ones_are_added() {
        let (red, blue, gray) = ([200, 30, 30], [30, 30, 200], [100, 102, 100]);
        let mut image = RgbImage::from_pixel(4, 1, Rgb(gray));
        image.put_pixel(0, 0, Rgb(red));
        let palette = Palette::new([red, blue, red], std::slice::from_ref(&image));
        assert_eq!(palette.colors[..2], [red, blue], "named colors come first, once each");

        let reduced = palette.reduce(&image);
        let colors: Vec<_> = reduced.pixels().map(|index| palette.colors[usize::from(index.0[0])]).collect();
        assert_eq!(colors[0], red);
        assert!(distance(colors[1], gray) < 50, "the gray of the sample became {:?}", colors[1]);
    }
}
