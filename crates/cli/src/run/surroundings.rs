//! What a program learns of the user and the system it runs on: name and home, locale, time zone.

use std::ffi::{CStr, c_char, c_int};
use std::path::Path;

/// The system properties about user, system and locale.
pub fn properties() -> Vec<(String, String)> {
    let mut out = vec![("java.library.path".into(), library_path())];
    if let Some((name, home)) = user() {
        out.extend([("user.name".into(), name), ("user.home".into(), home)]);
    }
    if let Ok(release) = std::fs::read_to_string("/proc/sys/kernel/osrelease") {
        out.push(("os.version".into(), release.trim().into()));
    }
    let display = locale(libc::LC_MESSAGES);
    let format = locale(libc::LC_CTYPE);
    out.extend(locale_properties("", display.as_deref()));
    if format != display {
        out.extend(locale_properties(".format", format.as_deref().or(Some("en"))));
    }
    out
}

/// The time zone: what `TZ` says, or what the system is set to.
pub fn time_zone() -> String {
    let wanted = std::env::var("TZ").ok().filter(|zone| !zone.is_empty());
    if let Some(zone) = wanted {
        let zone = zone.strip_prefix(':').unwrap_or(&zone);
        return zone.strip_prefix("posix/").unwrap_or(zone).into();
    }
    let linked = std::fs::read_link("/etc/localtime").ok();
    let linked = linked.as_deref().and_then(Path::to_str);
    let named = linked.and_then(|path| Some(path.split_once("zoneinfo/")?.1.to_owned()));
    let written = || std::fs::read_to_string("/etc/timezone").ok();
    named.or_else(written).map_or_else(|| "UTC".into(), |zone| zone.trim().into())
}

/// Where `java` looks for libraries.
fn library_path() -> String {
    const DEFAULT: &str = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib";
    match std::env::var("LD_LIBRARY_PATH") {
        Ok(path) if !path.is_empty() => format!("{path}:{DEFAULT}"),
        _ => DEFAULT.into(),
    }
}

/// Name and home of the user the process belongs to.
fn user() -> Option<(String, String)> {
    // SAFETY: nobody else asks for users, so that the entry stays as it is until it is copied.
    let entry = unsafe { libc::getpwuid(libc::getuid()).as_ref() }?;
    Some((text(entry.pw_name)?, text(entry.pw_dir)?))
}

/// The locale the environment names for a category, such as `de_DE`; none if it is the plain one or not installed.
fn locale(category: c_int) -> Option<String> {
    // SAFETY: the text is copied before the locale is set again.
    let name = unsafe {
        let name = text(libc::setlocale(category, c"".as_ptr()));
        libc::setlocale(category, c"C".as_ptr());
        name
    }?;
    let plain = name.split(['.', '@']).next().unwrap_or_default();
    (!matches!(plain, "C" | "POSIX" | "")).then(|| plain.to_owned())
}

fn text(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the C library gives texts that end.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Language and country of a locale.
fn locale_properties(suffix: &str, locale: Option<&str>) -> Vec<(String, String)> {
    let Some(locale) = locale else { return Vec::new() };
    let (language, country) = locale.split_once('_').map_or((locale, None), |(of, in_)| (of, Some(in_)));
    let language = (format!("user.language{suffix}"), language.to_owned());
    let country = country.map(|country| (format!("user.country{suffix}"), country.to_owned()));
    [language].into_iter().chain(country).collect()
}
