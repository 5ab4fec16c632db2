//! `StrictMath`: the results of fdlibm [Sun 1993], bit for bit, as the Java library specifies them.
//!
//! Most functions are those of the `libm` crate, which has the same origin. Those in which it has gone its own way are
//! computed here as fdlibm computes them.

#![allow(clippy::excessive_precision, reason = "constants are written as fdlibm writes them")]

use super::reduction::reduce_large;

const LN2_HIGH: f64 = 6.931_471_803_691_238_164_90e-01;
const LN2_LOW: f64 = 1.908_214_929_270_587_700_02e-10;
/// Coefficients of `log(1 + s) - log(1 - s)`, by ascending power.
const LOG: [f64; 7] = [
    6.666_666_666_666_735_130e-01,
    3.999_999_999_940_941_908e-01,
    2.857_142_874_366_239_149e-01,
    2.222_219_843_214_978_396e-01,
    1.818_357_216_161_805_012e-01,
    1.531_383_769_920_937_332e-01,
    1.479_819_860_511_658_591e-01,
];

/// The sine.
pub fn sin(x: f64) -> f64 {
    turned(x, 0)
}

/// The cosine.
pub fn cos(x: f64) -> f64 {
    turned(x, 1)
}

/// The angle of a point.
pub fn atan2(y: f64, x: f64) -> f64 {
    /// What pi loses when it is rounded.
    const PI_LOW: f64 = 1.224_646_799_147_353_177_2e-16;
    let is_steep = (high(y.abs()) as i32 - high(x.abs()) as i32) >> 20 > 60;
    if is_steep && x < 0.0 && y.is_finite() {
        let quarter = std::f64::consts::FRAC_PI_2 + 0.5 * PI_LOW;
        return (std::f64::consts::PI - (quarter - PI_LOW)).copysign(y);
    }
    libm::atan2(y, x)
}

/// The hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x;
    }
    let (half, size) = (if x < 0.0 { -0.5 } else { 0.5 }, x.abs());
    if high(size) < 0x3e30_0000 {
        return x;
    }
    if size < 22.0 {
        let t = libm::expm1(size);
        return half * if size < 1.0 { 2.0 * t - t * t / (t + 1.0) } else { t + t / (t + 1.0) };
    }
    exponential(half, size)
}

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x * x;
    }
    let size = x.abs();
    if high(size) < 0x3fd6_2e43 {
        let t = libm::expm1(size);
        let w = 1.0 + t;
        return if high(size) < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if size < 22.0 {
        let t = libm::exp(size);
        return 0.5 * t + 0.5 / t;
    }
    exponential(0.5, size)
}

/// The hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    if !x.is_finite() {
        return if x > 0.0 { 1.0 / x + 1.0 } else { 1.0 / x - 1.0 };
    }
    let size = x.abs();
    if high(size) < 0x3c80_0000 {
        return x * (1.0 + x);
    }
    let out = if size >= 22.0 {
        1.0
    } else if size >= 1.0 {
        1.0 - 2.0 / (libm::expm1(2.0 * size) + 2.0)
    } else {
        let t = libm::expm1(-2.0 * size);
        -t / (t + 2.0)
    };
    if x < 0.0 { -out } else { out }
}

/// Half of `e^size`, signed, where it may be that only the half can be represented.
fn exponential(half: f64, size: f64) -> f64 {
    if high(size) < 0x4086_2e42 {
        return half * libm::exp(size);
    }
    let w = libm::exp(0.5 * size);
    (half * w) * w
}

/// The natural logarithm.
pub fn log(x: f64) -> f64 {
    let Some((x, mut exponent)) = normal(x) else { return special_log(x) };
    let mantissa = high(x) & 0xf_ffff;
    let carry = (mantissa + 0x9_5f64) & 0x10_0000;
    let f = with_high(x, mantissa | (carry ^ 0x3ff0_0000)) - 1.0;
    exponent += (carry >> 20) as i32;
    let k = f64::from(exponent);
    if 0xf_ffff & (2 + mantissa) < 3 {
        if f == 0.0 {
            return if exponent == 0 { 0.0 } else { k * LN2_HIGH + k * LN2_LOW };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_33 * f);
        return if exponent == 0 { f - r } else { k * LN2_HIGH - ((r - k * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let r =
        z * (LOG[0] + w * (LOG[2] + w * (LOG[4] + w * LOG[6]))) + w * (LOG[1] + w * (LOG[3] + w * LOG[5]));
    let is_middle = (mantissa as i32 - 0x6_147a) | (0x6_b851 - mantissa as i32);
    if is_middle > 0 {
        let square = 0.5 * f * f;
        return if exponent == 0 {
            f - (square - s * (square + r))
        } else {
            k * LN2_HIGH - ((square - (s * (square + r) + k * LN2_LOW)) - f)
        };
    }
    if exponent == 0 { f - s * (f - r) } else { k * LN2_HIGH - ((s * (f - r) - k * LN2_LOW) - f) }
}

/// The logarithm to base 10.
pub fn log10(x: f64) -> f64 {
    const INVERSE: f64 = std::f64::consts::LOG10_E;
    const TWO_HIGH: f64 = 3.010_299_956_636_117_713_06e-01;
    const TWO_LOW: f64 = 3.694_239_077_158_930_786_16e-13;
    let Some((x, exponent)) = normal(x) else { return special_log(x) };
    let below_one = u32::from(exponent < 0);
    let mantissa = with_high(x, (high(x) & 0xf_ffff) | ((0x3ff - below_one) << 20));
    let y = f64::from(exponent + below_one as i32);
    (y * TWO_LOW + INVERSE * log(mantissa)) + y * TWO_HIGH
}

/// The natural logarithm of one more.
pub fn log1p(x: f64) -> f64 {
    if x <= -1.0 || !x.is_finite() {
        return if x == f64::INFINITY { x } else { special_log(1.0 + x) };
    }
    let size = high(x.abs());
    if size < 0x3e20_0000 {
        return if size < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    let near = x > -0.292_893_2 && (high(x) as i32) < 0x3fda_827a && (x > 0.0 || high(x) <= 0xbfd2_bec3);
    let (f, mantissa, exponent, correction) = if near { (x, 1, 0, 0.0) } else { split(x) };
    let k = f64::from(exponent);
    let square = 0.5 * f * f;
    if mantissa == 0 {
        if f == 0.0 {
            return if exponent == 0 { 0.0 } else { k * LN2_HIGH + (correction + k * LN2_LOW) };
        }
        let r = square * (1.0 - 0.666_666_666_666_666_66 * f);
        return if exponent == 0 { f - r } else { k * LN2_HIGH - ((r - (k * LN2_LOW + correction)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = LOG.iter().rev().fold(0.0, |sum, coefficient| z * (coefficient + sum));
    if exponent == 0 {
        return f - (square - s * (square + r));
    }
    k * LN2_HIGH - ((square - (s * (square + r) + (k * LN2_LOW + correction))) - f)
}

/// `1 + x` as `2^k * (1 + f)`: `f`, the bits of its mantissa, `k`, and what rounding lost.
fn split(x: f64) -> (f64, u32, i32, f64) {
    let is_small = high(x.abs()) < 0x4340_0000;
    let u = if is_small { 1.0 + x } else { x };
    let mut exponent = (high(u) >> 20) as i32 - 1023;
    let lost = match (is_small, exponent > 0) {
        (false, _) => 0.0,
        (true, true) => (1.0 - (u - x)) / u,
        (true, false) => (x - (u - 1.0)) / u,
    };
    let mut mantissa = high(u) & 0xf_ffff;
    let scaled = if mantissa < 0x6_a09e {
        with_high(u, mantissa | 0x3ff0_0000)
    } else {
        exponent += 1;
        let scaled = with_high(u, mantissa | 0x3fe0_0000);
        mantissa = (0x10_0000 - mantissa) >> 2;
        scaled
    };
    (scaled - 1.0, mantissa, exponent, lost)
}

/// A positive finite number scaled out of the subnormal range, and its exponent.
fn normal(x: f64) -> Option<(f64, i32)> {
    if x.is_nan() || x <= 0.0 || x == f64::INFINITY {
        return None;
    }
    let (x, scaled) = if high(x) < 0x10_0000 { (x * (1u64 << 54) as f64, 54) } else { (x, 0) };
    Some((x, (high(x) >> 20) as i32 - 1023 - scaled))
}

/// Logarithms of what has none.
fn special_log(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x < 0.0 {
        f64::NAN
    } else {
        x + x
    }
}

/// The sine of `x` plus so many quarter turns.
fn turned(x: f64, quarters: i32) -> f64 {
    if x.is_nan() || x.is_infinite() {
        return f64::NAN;
    }
    if high(x.abs()) <= 0x3fe9_21fb {
        return if quarters == 0 { sine(x, 0.0, true) } else { cosine(x, 0.0) };
    }
    let (turns, y, rest) = reduce(x);
    match (turns + quarters) & 3 {
        0 => sine(y, rest, false),
        1 => cosine(y, rest),
        2 => -sine(y, rest, false),
        _ => -cosine(y, rest),
    }
}

/// `x` less a multiple of pi/2: which multiple, and the remainder as a sum.
fn reduce(x: f64) -> (i32, f64, f64) {
    /// pi/2 in pieces of 33 bits, each with what comes after it.
    const PIECES: [(f64, f64); 3] = [
        (1.570_796_326_734_125_614_17e+00, 6.077_100_506_506_192_249_32e-11),
        (6.077_100_506_303_965_976_60e-11, 2.022_266_248_795_950_631_54e-21),
        (2.022_266_248_711_166_455_80e-21, 8.478_427_660_368_899_569_97e-32),
    ];
    const INVERSE: f64 = std::f64::consts::FRAC_2_PI;
    /// The upper half of `2^19 * pi/2`: up to there three pieces are enough.
    const LARGEST_MEDIUM: u32 = 0x4139_21fb;
    let size = x.abs();
    if high(size) > LARGEST_MEDIUM {
        let (turns, y, rest) = reduce_large(size);
        return if x < 0.0 { (-turns, -y, -rest) } else { (turns, y, rest) };
    }
    let turns = (size * INVERSE + 0.5) as i32;
    let count = f64::from(turns);
    let exponent = |value: f64| ((high(value) >> 20) & 0x7ff) as i32;
    let mut rest = size - count * PIECES[0].0;
    let mut low = count * PIECES[0].1;
    let mut out = rest - low;
    for (piece, lost) in [(1, 16), (2, 49)] {
        if exponent(size) - exponent(out) <= lost {
            break;
        }
        let before = rest;
        low = count * PIECES[piece].0;
        rest = before - low;
        low = count * PIECES[piece].1 - ((before - rest) - low);
        out = rest - low;
    }
    let tail = (rest - out) - low;
    if x < 0.0 { (-turns, -out, -tail) } else { (turns, out, tail) }
}

/// The sine of `x + y`, `y` being tiny, in the first eighth of a turn.
fn sine(x: f64, y: f64, is_exact: bool) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_243_48e-01,
        8.333_333_333_322_489_461_24e-03,
        -1.984_126_982_985_794_931_34e-04,
        2.755_731_370_707_006_767_89e-06,
        -2.505_076_025_340_686_341_95e-08,
        1.589_690_995_211_550_102_21e-10,
    ];
    if high(x.abs()) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if is_exact { x + v * (S[0] + z * r) } else { x - ((z * (0.5 * y - v * r) - y) - v * S[0]) }
}

/// The cosine of `x + y`, `y` being tiny, in the first eighth of a turn.
fn cosine(x: f64, y: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_660_190_37e-02,
        -1.388_888_888_887_410_957_49e-03,
        2.480_158_728_947_672_941_78e-05,
        -2.755_731_435_139_066_330_35e-07,
        2.087_572_321_298_174_827_90e-09,
        -1.135_964_755_778_819_482_65e-11,
    ];
    let size = high(x.abs());
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let quarter = if size > 0x3fe9_0000 { 0.28125 } else { with_high(0.0, size - 0x20_0000) };
    (1.0 - quarter) - ((0.5 * z - quarter) - (z * r - x * y))
}

/// The upper half of a number's bits.
fn high(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

fn with_high(x: f64, high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32 | x.to_bits() & 0xffff_ffff)
}
