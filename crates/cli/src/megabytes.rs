//! A memory limit as the user writes it: megabytes, kept as bytes.

/// A megabyte, as all tools that show memory count it.
const BYTES: u64 = 1 << 20;

/// Reads the value of a flag; more than can be counted is no limit.
pub fn parse(text: &str) -> Result<u64, String> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(text.parse::<u64>().map_or(u64::MAX, |megabytes| megabytes.saturating_mul(BYTES)));
    }
    Err("not a whole number of megabytes".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_never_wraps_around() {
        assert_eq!(parse("3"), Ok(3 << 20));
        assert_eq!(parse("0"), Ok(0));
        for much in ["17592186044416", "18446744073709551615", "99999999999999999999"] {
            assert_eq!(parse(much), Ok(u64::MAX), "{much}");
        }
        for wrong in ["-1", "1.5", "", "many", "+1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
