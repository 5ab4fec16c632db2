//! Compression for Java programs: streams of zlib's format by number.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use machine::{Codecs, Coded};

#[derive(Default)]
pub struct Zlib {
    streams: Vec<Option<Stream>>,
}

struct Stream {
    codec: Codec,
    raw: bool,
    adler: u32,
}

enum Codec {
    Inflate(Decompress),
    Deflate(Compress, Compression),
}

impl Zlib {
    fn add(&mut self, codec: Codec, raw: bool) -> i64 {
        self.streams.push(Some(Stream { codec, raw, adler: 1 }));
        self.streams.len() as i64
    }

    fn stream(&mut self, number: i64) -> Option<&mut Stream> {
        self.streams.get_mut(usize::try_from(number - 1).ok()?)?.as_mut()
    }
}

/// As zlib takes it: -1 is the default.
fn compression(level: i32) -> Compression {
    u32::try_from(level).map_or_else(|_| Compression::default(), |level| Compression::new(level.min(9)))
}

/// Adler-32 of more bytes (RFC 1950).
fn adler_of(sum: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65521;
    let (mut low, mut high) = (sum & 0xffff, sum >> 16);
    for &byte in bytes {
        low = (low + u32::from(byte)) % MODULUS;
        high = (high + low) % MODULUS;
    }
    high << 16 | low
}

impl Codecs for Zlib {
    fn inflater(&mut self, raw: bool) -> i64 {
        self.add(Codec::Inflate(Decompress::new(!raw)), raw)
    }

    fn deflater(&mut self, level: i32, raw: bool) -> i64 {
        let level = compression(level);
        self.add(Codec::Deflate(Compress::new(level, !raw), level), raw)
    }

    fn inflate(&mut self, number: i64, input: &[u8], output: &mut [u8]) -> Result<Coded, String> {
        let Some(Stream { codec: Codec::Inflate(codec), adler, .. }) = self.stream(number) else {
            return Ok(Coded::default());
        };
        let (read, written) = (codec.total_in(), codec.total_out());
        let status = codec.decompress(input, output, FlushDecompress::Sync);
        let progress = Coded {
            read: (codec.total_in() - read) as usize,
            written: (codec.total_out() - written) as usize,
            ..Coded::default()
        };
        *adler = adler_of(*adler, &output[..progress.written]);
        match status {
            Ok(status) => Ok(Coded { is_finished: status == Status::StreamEnd, ..progress }),
            Err(error) if error.needs_dictionary().is_some() => {
                Ok(Coded { needs_dictionary: true, ..progress })
            }
            Err(error) => Err(error.message().unwrap_or("invalid data").to_owned()),
        }
    }

    fn deflate(&mut self, number: i64, input: &[u8], output: &mut [u8], flush: i32) -> Coded {
        let Some(Stream { codec: Codec::Deflate(codec, _), adler, .. }) = self.stream(number) else {
            return Coded::default();
        };
        let flush = match flush {
            2 => FlushCompress::Sync,
            3 => FlushCompress::Full,
            4 => FlushCompress::Finish,
            _ => FlushCompress::None,
        };
        let (read, written) = (codec.total_in(), codec.total_out());
        let status = codec.compress(input, output, flush);
        let (read, written) = ((codec.total_in() - read) as usize, (codec.total_out() - written) as usize);
        *adler = adler_of(*adler, &input[..read]);
        Coded { read, written, is_finished: matches!(status, Ok(Status::StreamEnd)), needs_dictionary: false }
    }

    /// Counts for a stream that has not begun.
    fn set_level(&mut self, number: i64, level: i32) {
        if let Some(Stream { codec: Codec::Deflate(codec, old), raw, .. }) = self.stream(number)
            && codec.total_in() == 0
        {
            *old = compression(level);
            *codec = Compress::new(*old, !*raw);
        }
    }

    fn adler(&mut self, number: i64) -> u32 {
        self.stream(number).map_or(1, |stream| stream.adler)
    }

    fn reset(&mut self, number: i64) {
        if let Some(stream) = self.stream(number) {
            stream.adler = 1;
            match &mut stream.codec {
                Codec::Inflate(codec) => codec.reset(!stream.raw),
                Codec::Deflate(codec, _) => codec.reset(),
            }
        }
    }

    fn end(&mut self, number: i64) {
        if let Some(stream) = usize::try_from(number - 1).ok().and_then(|at| self.streams.get_mut(at)) {
            *stream = None;
        }
    }
}
