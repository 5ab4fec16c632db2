//! `java.util.zip`: checksums of bytes.

use super::{Answer, Entry, Reply};
use crate::{Cx, Domain, State, Stop};

const CRC: &str = "java/util/zip/CRC32";
const ADLER: &str = "java/util/zip/Adler32";
/// The reversed polynomial of CRC-32 (IEEE 802.3).
const POLYNOMIAL: u32 = 0xedb8_8320;
/// The largest prime below 2^16.
const ADLER_BASE: u32 = 65_521;

/// The intrinsics of checksums.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (CRC, "update", "(II)I", |cx, state, args| of_byte(cx, state, args, crc)),
        (CRC, "updateBytes0", "", |cx, state, args| of_bytes(cx, state, args, crc)),
        (ADLER, "update", "(II)I", |cx, state, args| of_byte(cx, state, args, adler)),
        (ADLER, "updateBytes", "", |cx, state, args| of_bytes(cx, state, args, adler)),
    ]
}

/// A checksum of one more run of bytes.
type Update = fn(u32, &[u8]) -> u32;

fn of_byte<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    update: Update,
) -> Answer<D> {
    let (sum, byte) = (D::pick_int(cx, state, &args[0])?, D::pick_int(cx, state, &args[1])?);
    Reply::int(cx, state, update(sum as u32, &[byte as u8]) as i32)
}

/// `(checksum, array, start, length)`, the range checked by the caller.
fn of_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    update: Update,
) -> Answer<D> {
    let sum = D::pick_int(cx, state, &args[0])? as u32;
    let (start, length) = (D::pick_int(cx, state, &args[2])?, D::pick_int(cx, state, &args[3])?);
    let Some(bytes) = D::known_bytes(cx, state, &args[1])? else {
        return Err(Stop::unsupported("a checksum of unknown bytes"));
    };
    let range = start as usize..start as usize + length as usize;
    Reply::int(cx, state, update(sum, bytes.get(range).unwrap_or_default()) as i32)
}

fn crc(sum: u32, bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (POLYNOMIAL & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(!sum, step)
}

fn adler(sum: u32, bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (sum & 0xffff, sum >> 16);
    for &byte in bytes {
        low = (low + u32::from(byte)) % ADLER_BASE;
        high = (high + low) % ADLER_BASE;
    }
    high << 16 | low
}
