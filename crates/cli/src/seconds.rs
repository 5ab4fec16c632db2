//! A time limit as the user writes it: seconds, with or without a fraction.

use std::time::Duration;

/// Nobody waits longer than thirty years.
const LONGEST: f64 = 1e9;

/// Reads the value of a flag.
pub fn parse(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match (0.0..=LONGEST).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(format!("not between 0 and {LONGEST} seconds")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_time() {
        assert_eq!(parse("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse("0"), Ok(Duration::ZERO));
        for wrong in ["-1", "inf", "NaN", "1e300", "ten", ""] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
