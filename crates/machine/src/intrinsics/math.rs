//! `Math`, `StrictMath` and the bit patterns of floating-point numbers.

use super::{Answer, Entry, Intrinsic, Reply, strict};
use crate::{Cx, Domain, State, Stop};

const STRICT: &str = "java/lang/StrictMath";

/// The intrinsics of numbers.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    let mut out: Vec<Entry<D>> = vec![
        ("java/lang/Float", "floatToRawIntBits", "", float_bits),
        ("java/lang/Float", "intBitsToFloat", "", float_of_bits),
        ("java/lang/Double", "doubleToRawLongBits", "", double_bits),
        ("java/lang/Double", "longBitsToDouble", "", double_of_bits),
    ];
    let strict: [(&'static str, Intrinsic<D>); 15] = [
        ("asin", |cx, state, args| unary(cx, state, args, libm::asin)),
        ("acos", |cx, state, args| unary(cx, state, args, libm::acos)),
        ("atan", |cx, state, args| unary(cx, state, args, libm::atan)),
        ("sinh", |cx, state, args| unary(cx, state, args, strict::sinh)),
        ("cosh", |cx, state, args| unary(cx, state, args, strict::cosh)),
        ("tanh", |cx, state, args| unary(cx, state, args, strict::tanh)),
        ("expm1", |cx, state, args| unary(cx, state, args, libm::expm1)),
        ("log1p", |cx, state, args| unary(cx, state, args, strict::log1p)),
        ("sqrt", |cx, state, args| unary(cx, state, args, f64::sqrt)),
        ("atan2", |cx, state, args| binary(cx, state, args, strict::atan2)),
        ("IEEEremainder", |cx, state, args| binary(cx, state, args, ieee_remainder)),
        ("sin", |cx, state, args| unary(cx, state, args, strict::sin)),
        ("cos", |cx, state, args| unary(cx, state, args, strict::cos)),
        ("tan", |cx, state, args| unary(cx, state, args, libm::tan)),
        ("log", |cx, state, args| unary(cx, state, args, strict::log)),
    ];
    out.extend(strict.map(|(name, function)| (STRICT, name, "", function)));
    out.push((STRICT, "log10", "", |cx, state, args| unary(cx, state, args, strict::log10)));
    // Where `Math` may be less strict the JVM has code of its own, close to the best rounding: so the best rounding it is.
    let fast: [(&'static str, Intrinsic<D>); 8] = [
        ("sin", |cx, state, args| unary(cx, state, args, pxfm::f_sin)),
        ("cos", |cx, state, args| unary(cx, state, args, pxfm::f_cos)),
        ("tan", |cx, state, args| unary(cx, state, args, pxfm::f_tan)),
        ("exp", |cx, state, args| unary(cx, state, args, pxfm::f_exp)),
        ("log", |cx, state, args| unary(cx, state, args, pxfm::f_log)),
        ("log10", |cx, state, args| unary(cx, state, args, pxfm::f_log10)),
        ("sqrt", |cx, state, args| unary(cx, state, args, f64::sqrt)),
        ("pow", |cx, state, args| binary(cx, state, args, power)),
    ];
    out.extend(fast.map(|(name, function)| ("java/lang/Math", name, "", function)));
    out
}

fn unary<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    function: fn(f64) -> f64,
) -> Answer<D> {
    let x = double(cx, state, &args[0])?;
    Ok(Reply::Value(D::double(cx, state, function(x))))
}

fn binary<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    function: fn(f64, f64) -> f64,
) -> Answer<D> {
    let (x, y) = (double(cx, state, &args[0])?, double(cx, state, &args[1])?);
    Ok(Reply::Value(D::double(cx, state, function(x, y))))
}

fn double<D: Domain>(cx: &Cx<'_, D>, state: &State<D>, value: &D::Value) -> Result<f64, Stop<D>> {
    D::known_double(cx, state, value)
        .ok_or_else(|| Stop::unsupported("a mathematical function of an unknown number"))
}

/// As C's `pow`, but a NaN operand gives NaN unless the exponent is zero, and ±1 to an infinite power is NaN. It is the host's:
/// `pxfm` gives NaN for the largest number to the power of -0.5.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    base.powf(exponent)
}

/// The remainder of the quotient rounded to the nearest integer, ties to even (IEEE 754).
fn ieee_remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let (magnitude, divisor) = ((x % (2.0 * y)).abs(), y.abs());
    let half = 0.5 * divisor;
    let mut rest = magnitude;
    if rest > half {
        rest -= divisor;
        if rest >= half {
            rest -= divisor;
        }
    }
    if rest == 0.0 {
        rest = 0.0;
    }
    if x.is_sign_negative() { -rest } else { rest }
}

fn float_bits<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(value) = D::known_float(cx, state, &args[0]) else { return Err(unknown_bits()) };
    Reply::int(cx, state, value.to_bits() as i32)
}

fn float_of_bits<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(bits) = D::known_int(cx, state, &args[0]) else { return Err(unknown_bits()) };
    Ok(Reply::Value(D::float(cx, state, f32::from_bits(bits as u32))))
}

fn double_bits<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(value) = D::known_double(cx, state, &args[0]) else { return Err(unknown_bits()) };
    Reply::long(cx, state, value.to_bits() as i64)
}

fn double_of_bits<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(bits) = D::known_long(cx, state, &args[0]) else { return Err(unknown_bits()) };
    Ok(Reply::Value(D::double(cx, state, f64::from_bits(bits as u64))))
}

fn unknown_bits<D: Domain>() -> Stop<D> {
    Stop::unsupported("the bit pattern of an unknown number")
}
