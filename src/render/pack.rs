//! Packs pictures of palette indices as PNG, in bands of whole rows that are packed apart.
//!
//! The pixels of a PNG are one zlib stream (RFC 1950) of deflate blocks (RFC 1951). After a full flush the blocks that follow
//! refer to nothing before them, so a packed band can be kept and put into another picture. The stream pays nothing for it: it
//! looks back 32 kB, which is less than a row of cells, and each band gets codes of its own.

use std::sync::{Arc, Mutex, PoisonError};

use flate2::{Compress, Compression, FlushCompress};
use image::GrayImage;
use zlib_rs::adler32::{adler32, adler32_combine};

use super::palette::Palette;

/// How hard to pack, 1 to 9. Beyond this the time rises faster than the size falls.
const LEVEL: u32 = 6;
/// The head of a zlib stream: deflate, looking back 32 kB, packed as hard as usual.
const HEAD: [u8; 2] = [0x78, 0x9c];
/// The last block of a stream, empty.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];
/// The checksum of nothing.
const NOTHING: u32 = 1;
/// Before each row: its pixels stand for themselves. Neighboring indices are not neighboring colors, so that filters only do harm.
const NO_FILTER: u8 = 0;

/// Rows of a picture that is packed whole in a band: its memory is kept for the next.
const ROWS: usize = 128;

/// A band of a picture, packed.
#[derive(Debug)]
pub struct Band {
    blocks: Box<[u8]>,
    checksum: u32,
    /// Bytes before packing.
    length: u64,
}

/// Packs bands, on any thread.
///
/// The memory that takes is kept from one band to the next: taken and given back each time, with a small packed band between, it
/// would leave holes everywhere.
#[derive(Default)]
pub struct Packers {
    idle: Mutex<Vec<Packer>>,
}

struct Packer {
    deflate: Compress,
    rows: Vec<u8>,
    blocks: Vec<u8>,
}

impl Packers {
    /// Packs rows of indices, each of this many pixels.
    pub fn pack(&self, indices: &[u8], width: u32) -> Band {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut packer = kept.unwrap_or_else(Packer::new);
        let band = packer.pack(indices, width as usize);
        idle().push(packer);
        band
    }

    /// Packs a whole picture.
    pub fn pack_all(&self, picture: &GrayImage) -> Vec<Arc<Band>> {
        let rows = picture.chunks(ROWS * picture.width() as usize);
        rows.map(|rows| Arc::new(self.pack(rows, picture.width()))).collect()
    }
}

impl Packer {
    fn new() -> Packer {
        Packer { deflate: Compress::new(Compression::new(LEVEL), false), rows: Vec::new(), blocks: Vec::new() }
    }

    fn pack(&mut self, indices: &[u8], width: usize) -> Band {
        let Packer { deflate, rows, blocks } = self;
        rows.clear();
        for row in indices.chunks_exact(width) {
            rows.push(NO_FILTER);
            rows.extend_from_slice(row);
        }
        deflate.reset();
        blocks.clear();
        // More room than even noise needs, so that one call packs it all.
        blocks.reserve(rows.len() + rows.len() / 100 + 64);
        deflate.compress_vec(rows, blocks, FlushCompress::Full).expect("a packer that is reset takes any bytes");
        Band { blocks: Box::from(&blocks[..]), checksum: adler32(NOTHING, rows), length: rows.len() as u64 }
    }
}

/// Bands from top to bottom as a PNG of this width and height, pixels.
pub fn png(palette: &Palette, (width, height): (u32, u32), bands: &[Arc<Band>]) -> Vec<u8> {
    let mut stream = Vec::from(HEAD);
    let mut checksum = NOTHING;
    for band in bands {
        stream.extend_from_slice(&band.blocks);
        checksum = adler32_combine(checksum, band.checksum, band.length);
    }
    stream.extend(LAST_BLOCK);
    stream.extend(checksum.to_be_bytes());
    let mut bytes = Vec::with_capacity(stream.len() + 1024);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.rgb());
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_chunk(png::chunk::IDAT, &stream)?;
        writer.finish()
    });
    written.expect("memory takes every byte");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Dice;

    const WIDTH: u32 = 500;

    /// Noise, which cannot be packed, stripes and an empty area.
    fn pictures() -> [GrayImage; 3] {
        let mut dice = Dice(1);
        let colors = 120;
        [
            GrayImage::from_fn(WIDTH, 200, |_, _| [(dice.roll() % colors) as u8].into()),
            GrayImage::from_fn(WIDTH, 90, |x, y| [((x / 7 + y / 3) % 120) as u8].into()),
            GrayImage::new(WIDTH, 1),
        ]
    }

    fn unpacked(bytes: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let mut indices = vec![0; reader.output_buffer_size().expect("a small picture")];
        reader.next_frame(&mut indices).expect("whole and with a right checksum");
        indices
    }

    #[test]
    fn bands_in_any_order_are_the_rows_in_that_order() {
        let palette = Palette::new([[1, 2, 3]], &[]);
        let pictures = pictures();
        let packers = Packers::default();
        let bands = pictures.each_ref().map(|picture| Arc::new(packers.pack(picture, WIDTH)));
        for order in [&[0][..], &[0, 1, 2], &[2, 1, 0, 0, 2], &[1, 1]] {
            let chosen: Vec<_> = order.iter().map(|&n| Arc::clone(&bands[n])).collect();
            let height = order.iter().map(|&n| pictures[n].height()).sum();
            let rows: Vec<u8> = order.iter().flat_map(|&n| pictures[n].to_vec()).collect();
            assert_eq!(unpacked(&png(&palette, (WIDTH, height), &chosen)), rows, "{order:?}");
        }
        for picture in &pictures {
            let packed = packers.pack_all(picture);
            assert_eq!(unpacked(&png(&palette, picture.dimensions(), &packed)), picture.to_vec());
        }
    }
}
