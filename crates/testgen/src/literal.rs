//! Values as Java writes them.

use program::{JavaText, Program, Type, TypeId};

use crate::recipe::Number;

/// Longest text that is written as one literal; class files allow 65535 bytes.
pub const MAX_TEXT: usize = 10_000;

/// A number as a literal of its type.
pub fn number(program: &Program, ty: TypeId, number: Number) -> String {
    match (program.ty(ty), number) {
        (Type::Boolean, Number::Int(value)) => (value != 0).to_string(),
        (Type::Byte, Number::Int(value)) => format!("(byte) {value}"),
        (Type::Short, Number::Int(value)) => format!("(short) {value}"),
        (Type::Char, Number::Int(value)) => format!("'{}'", unit(value as u16, '\'')),
        (_, Number::Int(i32::MIN)) => "Integer.MIN_VALUE".to_owned(),
        (_, Number::Int(i32::MAX)) => "Integer.MAX_VALUE".to_owned(),
        (_, Number::Int(value)) => value.to_string(),
        (_, Number::Long(i64::MIN)) => "Long.MIN_VALUE".to_owned(),
        (_, Number::Long(i64::MAX)) => "Long.MAX_VALUE".to_owned(),
        (_, Number::Long(value)) => format!("{value}L"),
        (_, Number::Float(bits)) => float(bits),
        (_, Number::Double(bits)) => double(bits),
    }
}

/// A text between quotes.
pub fn text(text: &JavaText) -> String {
    let inside: String = text.units().map(|one| unit(one, '"')).collect();
    format!("\"{inside}\"")
}

fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let canonical = bits == 0x7fc0_0000;
        return if canonical {
            "Float.NaN".to_owned()
        } else {
            format!("Float.intBitsToFloat({})", bits as i32)
        };
    }
    match value {
        f32::INFINITY => "Float.POSITIVE_INFINITY".to_owned(),
        f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".to_owned(),
        _ => format!("{value:?}f"),
    }
}

fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let canonical = bits == 0x7ff8_0000_0000_0000;
        return if canonical {
            "Double.NaN".to_owned()
        } else {
            format!("Double.longBitsToDouble({}L)", bits as i64)
        };
    }
    match value {
        f64::INFINITY => "Double.POSITIVE_INFINITY".to_owned(),
        f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".to_owned(),
        _ => format!("{value:?}"),
    }
}

/// One UTF-16 unit inside quotes of this kind. Octal escapes, as `\u000a` would be a line break to the compiler.
fn unit(unit: u16, quote: char) -> String {
    match char::from_u32(u32::from(unit)) {
        Some('\n') => "\\n".to_owned(),
        Some('\r') => "\\r".to_owned(),
        Some('\t') => "\\t".to_owned(),
        Some('\\') => "\\\\".to_owned(),
        Some(same) if same == quote => format!("\\{quote}"),
        Some(shown @ ' '..='~') => shown.to_string(),
        _ if unit < 0x20 => format!("\\{unit:03o}"),
        _ => format!("\\u{unit:04x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(text(&JavaText::from("a\"\\\n\u{0}1é'")), r#""a\"\\\n\0001\u00e9'""#);
    }

    #[test]
    fn floats_keep_their_bits() {
        assert_eq!(float((-0.0f32).to_bits()), "-0.0f");
        assert_eq!(float(1), "1e-45f");
        assert_eq!(double(f64::NAN.to_bits()), "Double.NaN");
        assert_eq!(double(0x7ff8_0000_0000_0001), "Double.longBitsToDouble(9221120237041090561L)");
        assert_eq!(double(1e300f64.to_bits()), "1e300");
    }
}
