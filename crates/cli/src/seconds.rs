//! A time limit as the user writes it: seconds, with or without a fraction; `inf` for none.

use std::time::Duration;

/// Nobody waits longer than thirty years.
const LONGEST: f64 = 1e9;

/// Reads the value of a flag.
pub fn parse(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match seconds >= 0.0 {
        true => Ok(Duration::from_secs_f64(seconds.min(LONGEST))),
        false => Err("less than no time".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_time() {
        assert_eq!(parse("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse("0"), Ok(Duration::ZERO));
        assert_eq!(parse("inf"), parse("1e300"));
        for wrong in ["-1", "NaN", "ten", ""] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
