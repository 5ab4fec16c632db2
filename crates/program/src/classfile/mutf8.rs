//! Modified UTF-8 (JVMS 4.4.7): U+0000 takes two bytes, supplementary characters are two surrogates of three bytes.

use std::borrow::Cow;

use super::cursor::{Result, malformed};

/// Decodes to UTF-16 units, which may be lone surrogates.
pub(crate) fn units(bytes: &[u8]) -> Result<Vec<u16>> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().map(|&byte| u16::from(byte));
    while let Some(first) = rest.next() {
        let mut continuation = || rest.next().filter(|byte| byte & 0xc0 == 0x80).map(|byte| byte & 0x3f);
        let unit = match first {
            0x01..=0x7f => Some(first),
            0xc0..=0xdf => continuation().map(|low| (first & 0x1f) << 6 | low),
            0xe0..=0xef => continuation()
                .zip(continuation())
                .map(|(middle, low)| (first & 0xf) << 12 | middle << 6 | low),
            _ => None,
        };
        out.push(unit.ok_or(malformed("malformed UTF-8 in a constant"))?);
    }
    Ok(out)
}

/// Decodes to text; lone surrogates, which no name needs, become U+FFFD.
pub(crate) fn text(bytes: &[u8]) -> Result<Cow<'_, str>> {
    if bytes.iter().all(|&byte| byte != 0 && byte < 0x80) {
        return Ok(Cow::Borrowed(std::str::from_utf8(bytes).expect("ASCII is UTF-8")));
    }
    Ok(Cow::Owned(String::from_utf16_lossy(&units(bytes)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_utf8_writes_differently() {
        assert_eq!(units(&[0xc0, 0x80, b'a']), Ok(vec![0, 97]));
        assert_eq!(text(&[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]).as_deref(), Ok("😀"));
        assert_eq!(text("né€".as_bytes()).as_deref(), Ok("né€"));
    }

    #[test]
    fn refuses_what_is_not_modified_utf8() {
        for bytes in [&[0][..], &[0x80], &[0xc3], &[0xe2, 0x82], &[0xf0, 0x9f, 0x98, 0x80], &[0xc3, b'a']] {
            assert!(units(bytes).is_err(), "{bytes:x?}");
        }
    }
}
