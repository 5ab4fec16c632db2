//! Exact rational numbers: machine words while they fit, big integers when they do not.
//!
//! Invariant: a number is [`Repr::Small`] exactly when its reduced numerator and denominator fit `i64`, so equal
//! numbers have equal representations. Everything a proof rests on is computed with these.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rat(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Numerator and positive denominator, reduced.
    Small(i64, i64),
    Big(Box<BigRational>),
}

impl Rat {
    pub const ZERO: Rat = Rat(Repr::Small(0, 1));
    pub const ONE: Rat = Rat(Repr::Small(1, 1));

    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1, 1))
    }

    pub fn is_positive(&self) -> bool {
        match &self.0 {
            Repr::Small(num, _) => *num > 0,
            Repr::Big(big) => big.is_positive(),
        }
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(num, _) => *num < 0,
            Repr::Big(big) => big.is_negative(),
        }
    }

    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, den) => *den == 1,
            Repr::Big(big) => big.is_integer(),
        }
    }

    pub fn abs(&self) -> Rat {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The number turned upside down; it must not be zero.
    pub fn recip(&self) -> Rat {
        match &self.0 {
            Repr::Small(num, den) => reduced(i128::from(*den), i128::from(*num)),
            Repr::Big(big) => from_big(big.recip()),
        }
    }

    pub fn div(&self, divisor: &Rat) -> Rat {
        self * &divisor.recip()
    }

    pub fn floor(&self) -> Rat {
        match &self.0 {
            Repr::Small(num, den) => Rat(Repr::Small(num.div_euclid(*den), 1)),
            Repr::Big(big) => from_big(big.floor()),
        }
    }

    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(num, _) => BigInt::from(*num),
            Repr::Big(big) => big.numer().clone(),
        }
    }

    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(_, den) => BigInt::from(*den),
            Repr::Big(big) => big.denom().clone(),
        }
    }

    /// The number as a machine integer, if it is one.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small(num, 1) => Some(i128::from(*num)),
            Repr::Small(..) => None,
            Repr::Big(big) => big.is_integer().then(|| big.numer().to_i128()).flatten(),
        }
    }
}

/// Builds a number out of a numerator and a non-zero denominator.
fn reduced(num: i128, den: i128) -> Rat {
    let (num, den) = if den < 0 { (-num, -den) } else { (num, den) };
    let divisor = gcd(num.unsigned_abs(), den.unsigned_abs()) as i128;
    let (num, den) = if divisor > 1 { (num / divisor, den / divisor) } else { (num, den) };
    match (i64::try_from(num), i64::try_from(den)) {
        (Ok(num), Ok(den)) => Rat(Repr::Small(num, den)),
        _ => Rat(Repr::Big(Box::new(BigRational::new_raw(num.into(), den.into())))),
    }
}

/// Greatest common divisor, in the word size that suffices.
fn gcd(lhs: u128, rhs: u128) -> u128 {
    match (u64::try_from(lhs), u64::try_from(rhs)) {
        (Ok(lhs), Ok(rhs)) => u128::from(lhs.gcd(&rhs)),
        _ => lhs.gcd(&rhs),
    }
}

fn from_big(big: BigRational) -> Rat {
    match (big.numer().to_i64(), big.denom().to_i64()) {
        (Some(num), Some(den)) => Rat(Repr::Small(num, den)),
        _ => Rat(Repr::Big(Box::new(big))),
    }
}

fn to_big(rat: &Rat) -> BigRational {
    match &rat.0 {
        Repr::Small(num, den) => BigRational::new_raw((*num).into(), (*den).into()),
        Repr::Big(big) => (**big).clone(),
    }
}

impl Add for &Rat {
    type Output = Rat;
    fn add(self, rhs: &Rat) -> Rat {
        match (&self.0, &rhs.0) {
            (Repr::Small(a, 1), Repr::Small(b, 1)) => match a.checked_add(*b) {
                Some(sum) => Rat(Repr::Small(sum, 1)),
                None => reduced(i128::from(*a) + i128::from(*b), 1),
            },
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                let (a, b, c, d) = (i128::from(*a), i128::from(*b), i128::from(*c), i128::from(*d));
                match (a * d).checked_add(c * b) {
                    Some(num) => reduced(num, b * d),
                    None => from_big(to_big(self) + to_big(rhs)),
                }
            }
            _ => from_big(to_big(self) + to_big(rhs)),
        }
    }
}

impl Sub for &Rat {
    type Output = Rat;
    fn sub(self, rhs: &Rat) -> Rat {
        self + &-rhs
    }
}

impl Mul for &Rat {
    type Output = Rat;
    fn mul(self, rhs: &Rat) -> Rat {
        match (&self.0, &rhs.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                reduced(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d))
            }
            _ => from_big(to_big(self) * to_big(rhs)),
        }
    }
}

impl Neg for &Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        match &self.0 {
            Repr::Small(num, den) => match num.checked_neg() {
                Some(num) => Rat(Repr::Small(num, *den)),
                None => reduced(-i128::from(*num), i128::from(*den)),
            },
            Repr::Big(big) => from_big(-(**big).clone()),
        }
    }
}

impl Ord for Rat {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => to_big(self).cmp(&to_big(other)),
        }
    }
}

impl PartialOrd for Rat {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Rat {
    fn from(value: i64) -> Self {
        Rat(Repr::Small(value, 1))
    }
}

impl From<i32> for Rat {
    fn from(value: i32) -> Self {
        Rat::from(i64::from(value))
    }
}

impl From<i128> for Rat {
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(value) => Rat::from(value),
            Err(_) => from_big(BigRational::from_integer(value.into())),
        }
    }
}

impl From<BigInt> for Rat {
    fn from(value: BigInt) -> Self {
        from_big(BigRational::from_integer(value))
    }
}

impl FromStr for Rat {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a rational number");
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let num: BigInt = num.trim().parse().map_err(|_| wrong())?;
        let den: BigInt = den.trim().parse().map_err(|_| wrong())?;
        if den.is_zero() {
            return Err(wrong());
        }
        Ok(from_big(BigRational::new(num, den)))
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(num, 1) => write!(f, "{num}"),
            Repr::Small(num, den) => write!(f, "{num}/{den}"),
            Repr::Big(big) if big.denom().is_one() => write!(f, "{}", big.numer()),
            Repr::Big(big) => write!(f, "{}/{}", big.numer(), big.denom()),
        }
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Rat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Repr::Small(num, 1) => serializer.serialize_i64(*num),
            Repr::Small(..) | Repr::Big(_) => serializer.collect_str(self),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Rat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Written {
            Integer(i64),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Integer(value) => Ok(Rat::from(value)),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rat(text: &str) -> Rat {
        text.parse().expect("the test writes numbers")
    }

    #[test]
    fn arithmetic_is_exact_beyond_machine_words() {
        let huge = rat("9223372036854775807");
        let square = &huge * &huge;
        assert_eq!(square.to_string(), "85070591730234615847396907784232501249");
        assert_eq!(&(&square - &square) + &Rat::ONE, Rat::ONE);
        assert_eq!(square.div(&huge), huge);
        assert_eq!((&huge + &Rat::ONE).to_string(), "9223372036854775808");
        assert_eq!(-&rat("-9223372036854775808"), &huge + &Rat::ONE);
    }

    #[test]
    fn numbers_are_reduced_and_ordered() {
        assert_eq!(rat("6/-4"), rat("-3/2"));
        assert_eq!(rat("-3/2").floor(), rat("-2"));
        assert!(rat("1/3") < rat("1/2"));
        assert!("1/0".parse::<Rat>().is_err());
    }
}
