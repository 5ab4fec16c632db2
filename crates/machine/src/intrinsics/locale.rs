//! Number formats of the English and the root locale, without the JDK's locale data, whose loading takes longer than
//! most programs run. Other formats of these locales take the JDK's way, and so do other locales.

use program::JavaText;

use super::{Answer, Entry, Reply, delegate, get, set};
use crate::{Cx, Domain, State, Stop, Then, strings};

const SYMBOLS: &str = "java/text/DecimalFormatSymbols";
/// `NumberFormat.NUMBERSTYLE`.
const NUMBER_STYLE: i32 = 0;

/// The intrinsics of locales.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (SYMBOLS, "getInstance", "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;", symbols),
        (SYMBOLS, "initialize", "", initialize),
        (
            "java/text/NumberFormat",
            "getInstance",
            "(Ljava/util/Locale;Ljava/text/NumberFormat$Style;I)Ljava/text/NumberFormat;",
            number_format,
        ),
    ]
}

/// Whether a locale formats numbers the English way.
fn is_english<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    locale: &D::Value,
) -> Result<bool, Stop<D>> {
    super::require(cx, state, locale)?;
    let base = get(cx, state, locale, ("java/util/Locale", "baseLocale"))?;
    let language = get(cx, state, &base, ("sun/util/locale/BaseLocale", "language"))?;
    let extensions = get(cx, state, locale, ("java/util/Locale", "localeExtensions"))?;
    let language = strings::text(cx, state, &language)?.to_string();
    let region = get(cx, state, &base, ("sun/util/locale/BaseLocale", "region"))?;
    let region = strings::text(cx, state, &region)?.to_string();
    let plain_region = matches!(region.as_str(), "" | "US" | "GB" | "CA" | "AU");
    Ok(matches!(language.as_str(), "" | "en") && plain_region && D::is_null(cx, state, &extensions)?)
}

fn symbols<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if !is_english(cx, state, &args[0])? {
        return Ok(Reply::Decline);
    }
    let constructor = cx.named_method(SYMBOLS, "<init>", "(Ljava/util/Locale;)V")?;
    let object = D::new_object(cx, state, cx.class(SYMBOLS)?)?;
    delegate(cx, state, constructor, &[object.clone(), args[0].clone()], Then::Give(object))
}

/// `(symbols, locale)`: what the constructor does with the locale's data.
fn initialize<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if !is_english(cx, state, &args[1])? {
        return Ok(Reply::Decline);
    }
    let characters = [
        ("zeroDigit", '0'),
        ("groupingSeparator", ','),
        ("decimalSeparator", '.'),
        ("perMill", '\u{2030}'),
        ("percent", '%'),
        ("digit", '#'),
        ("patternSeparator", ';'),
        ("minusSign", '-'),
        ("exponential", 'E'),
        ("monetarySeparator", '.'),
        ("monetaryGroupingSeparator", ','),
    ];
    for (field, character) in characters {
        let character = D::int(cx, state, character as i32);
        set(cx, state, &args[0], (SYMBOLS, field), character)?;
    }
    let texts = [
        ("infinity", "\u{221e}"),
        ("NaN", "NaN"),
        ("exponentialSeparator", "E"),
        ("perMillText", "\u{2030}"),
        ("percentText", "%"),
        ("minusSignText", "-"),
    ];
    for (field, text) in texts {
        let id = cx.program.intern(JavaText::from(text));
        let text = strings::interned(cx, state, id)?;
        set(cx, state, &args[0], (SYMBOLS, field), text)?;
    }
    set(cx, state, &args[0], (SYMBOLS, "locale"), args[1].clone())?;
    Ok(Reply::Void)
}

/// `(locale, style, choice)`: a plain number format of the default locale, if that is what the given one asks for.
fn number_format<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const FORMAT: &str = "java/text/DecimalFormat";
    if !is_english(cx, state, &args[0])? || D::pick_int(cx, state, &args[2])? != NUMBER_STYLE {
        return Ok(Reply::Decline);
    }
    crate::steps::init::ensure(cx, state, cx.class(FORMAT)?)?;
    let constructor = cx.named_method(FORMAT, "<init>", "(Ljava/lang/String;)V")?;
    let pattern = D::new_string(cx, state, &JavaText::from("#,##0.###"))?;
    let object = D::new_object(cx, state, cx.class(FORMAT)?)?;
    delegate(cx, state, constructor, &[object.clone(), pattern], Then::Give(object))
}
