//! `java.util.zip`: deflate and inflate. The streams themselves are the host's.

use super::memory::store_bytes;
use super::{Answer, Entry, Reply, get, memory, nothing, pick_long, set};
use crate::{Coded, Cx, Domain, State, Stop};

const INFLATER: &str = "java/util/zip/Inflater";
const DEFLATER: &str = "java/util/zip/Deflater";

/// The intrinsics of zip and gzip.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (INFLATER, "init", "", new_inflater),
        (INFLATER, "inflateBytesBytes", "", |cx, state, args| inflate(cx, state, args, false, false)),
        (INFLATER, "inflateBytesBuffer", "", |cx, state, args| inflate(cx, state, args, false, true)),
        (INFLATER, "inflateBufferBytes", "", |cx, state, args| inflate(cx, state, args, true, false)),
        (INFLATER, "inflateBufferBuffer", "", |cx, state, args| inflate(cx, state, args, true, true)),
        (INFLATER, "getAdler", "(J)I", adler),
        (INFLATER, "reset", "(J)V", reset),
        (INFLATER, "end", "(J)V", end),
        (DEFLATER, "init", "", new_deflater),
        (DEFLATER, "deflateBytesBytes", "", |cx, state, args| deflate(cx, state, args, false, false)),
        (DEFLATER, "deflateBytesBuffer", "", |cx, state, args| deflate(cx, state, args, false, true)),
        (DEFLATER, "deflateBufferBytes", "", |cx, state, args| deflate(cx, state, args, true, false)),
        (DEFLATER, "deflateBufferBuffer", "", |cx, state, args| deflate(cx, state, args, true, true)),
        (DEFLATER, "getAdler", "(J)I", adler),
        (DEFLATER, "reset", "(J)V", reset),
        (DEFLATER, "end", "(J)V", end),
        ("java/util/zip/ZipUtils", "loadLibrary", "", nothing),
    ]
}

fn unsupported<D: Domain>() -> Stop<D> {
    Stop::unsupported("compression outside of `cupper run`")
}

/// `(without header)`.
fn new_inflater<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let raw = D::pick_int(cx, state, &args[0])? != 0;
    let stream = cx.host.codecs().ok_or_else(unsupported)?.inflater(raw);
    Reply::long(cx, state, stream)
}

/// `(level, strategy, without header)`.
fn new_deflater<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (level, raw) = (D::pick_int(cx, state, &args[0])?, D::pick_int(cx, state, &args[2])? != 0);
    let stream = cx.host.codecs().ok_or_else(unsupported)?.deflater(level, raw);
    Reply::long(cx, state, stream)
}

/// A stretch of bytes among the arguments: an array with start and length, or an address with a length.
struct Stretch<V> {
    array: V,
    start: i32,
    length: usize,
}

/// The stretch that begins at an argument, and how many arguments it takes.
fn stretch<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    is_buffer: bool,
) -> Result<(Stretch<D::Value>, usize), Stop<D>> {
    if is_buffer {
        let address = pick_long(cx, state, &args[0])?;
        let (array, start) = memory::find(cx, state, address)?;
        let length = D::pick_int(cx, state, &args[1])? as usize;
        return Ok((Stretch { array, start: start as i32, length }, 2));
    }
    let (start, length) = (D::pick_int(cx, state, &args[1])?, D::pick_int(cx, state, &args[2])?);
    Ok((Stretch { array: args[0].clone(), start, length: length as usize }, 3))
}

fn bytes_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    stretch: &Stretch<D::Value>,
) -> Result<Vec<u8>, Stop<D>> {
    let Some(bytes) = D::known_bytes(cx, state, &stretch.array)? else { return Err(unsupported()) };
    let start = stretch.start as usize;
    Ok(bytes.get(start..start + stretch.length).unwrap_or_default().to_vec())
}

/// `(inflater, stream, input…, output…)`: how much was read and written, and what state the stream is in.
fn inflate<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    from_buffer: bool,
    to_buffer: bool,
) -> Answer<D> {
    let stream = pick_long(cx, state, &args[1])?;
    let (input, used) = stretch(cx, state, &args[2..], from_buffer)?;
    let (output, _) = stretch(cx, state, &args[2 + used..], to_buffer)?;
    let bytes = bytes_of(cx, state, &input)?;
    let mut room = vec![0; output.length];
    match cx.host.codecs().ok_or_else(unsupported)?.inflate(stream, &bytes, &mut room) {
        Ok(coded) => {
            store_bytes(cx, state, &output.array, output.start, &room[..coded.written])?;
            Reply::long(cx, state, packed(&coded))
        }
        Err(message) => {
            let none = D::int(cx, state, 0);
            for field in ["inputConsumed", "outputConsumed"] {
                get(cx, state, &args[0], (INFLATER, field))?;
                set(cx, state, &args[0], (INFLATER, field), none.clone())?;
            }
            Err(Stop::raise_with("java/util/zip/DataFormatException", message))
        }
    }
}

/// `(deflater, stream, input…, output…, flush, parameters)`.
fn deflate<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    from_buffer: bool,
    to_buffer: bool,
) -> Answer<D> {
    let stream = pick_long(cx, state, &args[1])?;
    let (input, used) = stretch(cx, state, &args[2..], from_buffer)?;
    let (output, more) = stretch(cx, state, &args[2 + used..], to_buffer)?;
    let flush = D::pick_int(cx, state, &args[2 + used + more])?;
    let parameters = D::pick_int(cx, state, &args[3 + used + more])?;
    let bytes = bytes_of(cx, state, &input)?;
    let mut room = vec![0; output.length];
    let codecs = cx.host.codecs().ok_or_else(unsupported)?;
    if parameters & 1 != 0 {
        // zlib does nothing else in a call that changes parameters.
        codecs.set_level(stream, parameters >> 3);
        return Reply::long(cx, state, packed(&Coded::default()));
    }
    let coded = codecs.deflate(stream, &bytes, &mut room, flush);
    store_bytes(cx, state, &output.array, output.start, &room[..coded.written])?;
    Reply::long(cx, state, packed(&coded))
}

/// As the JDK's classes take it apart.
fn packed(coded: &Coded) -> i64 {
    coded.read as i64
        | (coded.written as i64) << 31
        | i64::from(coded.is_finished) << 62
        | i64::from(coded.needs_dictionary) << 63
}

fn adler<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let stream = pick_long(cx, state, &args[0])?;
    let sum = cx.host.codecs().ok_or_else(unsupported)?.adler(stream);
    Reply::int(cx, state, sum as i32)
}

fn reset<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let stream = pick_long(cx, state, &args[0])?;
    cx.host.codecs().ok_or_else(unsupported)?.reset(stream);
    Ok(Reply::Void)
}

fn end<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let stream = pick_long(cx, state, &args[0])?;
    cx.host.codecs().ok_or_else(unsupported)?.end(stream);
    Ok(Reply::Void)
}
