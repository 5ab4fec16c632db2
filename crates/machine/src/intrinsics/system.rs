//! `System`, `Runtime`, `VM`: properties, clocks, the end of the program.

use super::{
    Answer, Entry, Reply, answer_false, answer_null, answer_true, answer_zero_long, class_of_mirror,
    new_array, nothing, pick_long, require, rust_text,
};
use crate::{Asked, Cx, Domain, State, Stop, threads};
use program::JavaText;
use program::class::{Constant, Origin};

const RAW_PROPERTIES: &str = "jdk/internal/util/SystemProps$Raw";

/// The intrinsics of `System` and `Runtime`.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/System", "setIn0", "", |cx, state, args| set_stream(cx, state, "in", args)),
        ("java/lang/System", "setOut0", "", |cx, state, args| set_stream(cx, state, "out", args)),
        ("java/lang/System", "setErr0", "", |cx, state, args| set_stream(cx, state, "err", args)),
        ("java/lang/System", "currentTimeMillis", "", current_time_millis),
        ("java/lang/System", "nanoTime", "", nano_time),
        ("java/lang/System", "getSecurityManager", "", answer_null),
        ("java/lang/System", "mapLibraryName", "", library_name),
        ("java/lang/Runtime", "loadLibrary0", "", load_library),
        ("jdk/internal/loader/NativeLibraries", "findBuiltinLib", "", answer_null),
        ("java/lang/Runtime", "availableProcessors", "", processors),
        ("java/lang/Runtime", "freeMemory", "", free_memory),
        ("java/lang/Runtime", "totalMemory", "", total_memory),
        ("java/lang/Runtime", "maxMemory", "", max_memory),
        ("java/lang/Runtime", "gc", "", nothing),
        ("java/lang/Shutdown", "beforeHalt", "", nothing),
        ("java/lang/Shutdown", "logRuntimeExit", "", nothing),
        ("java/lang/Shutdown", "halt0", "", halt),
        ("java/lang/Terminator", "setup", "", nothing),
        ("java/net/InetAddress", "init", "", nothing),
        ("java/net/Inet4Address", "init", "", nothing),
        ("java/net/Inet6Address", "init", "", nothing),
        ("java/net/InetAddressImplFactory", "isIPv6Supported", "", answer_false),
        ("java/net/InetAddress", "isIPv6Supported", "", answer_false),
        ("java/net/InetAddress", "isIPv4Available", "", answer_true),
        ("jdk/internal/perf/Perf", "createLong", "", counter),
        ("java/lang/ProcessEnvironment", "environ", "", environment),
        ("java/lang/ProcessImpl", "init", "", nothing),
        (RAW_PROPERTIES, "vmProperties", "", vm_properties),
        (RAW_PROPERTIES, "platformProperties", "", platform_properties),
        ("jdk/internal/misc/VM", "initialize", "", nothing),
        ("jdk/internal/misc/VM", "initializeFromArchive", "", nothing),
        ("jdk/internal/misc/VM", "isModuleSystemInited", "", answer_true),
        ("jdk/internal/misc/VM", "isBooted", "", answer_true),
        ("jdk/internal/misc/VM", "isJavaLangInvokeInited", "", answer_true),
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment", "", nano_time_adjustment),
        ("jdk/internal/misc/CDS", "isDumpingClassList0", "", answer_false),
        ("jdk/internal/misc/CDS", "isDumpingArchive0", "", answer_false),
        ("jdk/internal/misc/CDS", "isSharingEnabled0", "", answer_false),
        ("jdk/internal/misc/CDS", "getCDSConfigStatus", "", answer_false),
        ("jdk/internal/misc/CDS", "initializeFromArchive", "", nothing),
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping", "", answer_zero_long),
        ("jdk/internal/misc/Blocker", "begin", "", answer_zero_long),
        ("jdk/internal/misc/Blocker", "end", "", nothing),
        ("java/util/TimeZone", "getSystemTimeZoneID", "", |cx, state, _| {
            let zone = cx.host.time_zone();
            Reply::text(cx, state, &zone)
        }),
        ("java/util/TimeZone", "getSystemGMTOffsetID", "", zone_by_rules),
        ("java/lang/ProcessHandleImpl", "initNative", "", nothing),
        ("java/lang/ProcessHandleImpl", "getCurrentPid0", "", process_number),
        ("java/lang/ProcessHandleImpl", "isAlive0", "", is_alive),
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "", answer_true),
        ("java/security/AccessController", "getStackAccessControlContext", "", answer_null),
        ("java/security/AccessController", "getProtectionDomain", "", answer_null),
        ("java/security/AccessController", "ensureMaterializedForStackWalk", "", nothing),
        ("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled", "", answer_false),
    ]
}

/// `(name)`: the name of the file a library is in.
fn library_name<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let name = rust_text(cx, state, &args[0])?;
    Reply::text(cx, state, &format!("lib{name}.so"))
}

/// `(runtime, class that asks, name)`: there are no libraries of the JDK here; for others the JDK looks.
fn load_library<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[1])?;
    if class.is_none_or(|class| cx.program.class(class).origin != Origin::Jdk) {
        return Ok(Reply::Decline);
    }
    let name = rust_text(cx, state, &args[2])?;
    Err(Stop::unsupported(format!("the JDK's library `{name}` is not supported")))
}

/// A zone the JDK does not know by name: none, unless it is given by rules such as `CET-1CEST`.
fn zone_by_rules<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let zone = cx.host.time_zone();
    if zone.contains(|c: char| c.is_ascii_digit()) {
        return Err(Stop::unsupported(format!("the time zone `{zone}` is not supported")));
    }
    Reply::null(cx, state)
}

/// `(process)`: when it was started, if it is the program's own; nothing is known of others.
fn is_alive<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if pick_long(cx, state, &args[0])? == i64::from(cx.host.process()) {
        return Reply::long(cx, state, 0);
    }
    Err(Stop::unsupported("other processes are not supported"))
}

/// `System.out` and its siblings are final; only this sets them.
fn set_stream<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    field: &'static str,
    args: &[D::Value],
) -> Answer<D> {
    let slot = cx.named_field("java/lang/System", field)?;
    D::store_static(cx, state, slot, args[0].clone())?;
    Ok(Reply::Void)
}

/// What the world outside answers; `usual` is what the host has to say.
fn ask<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    what: Asked,
    usual: impl FnOnce(&mut Cx<'_, D>, &State<D>) -> i64,
) -> Answer<D> {
    if let Some(answer) = D::asked(cx, state, what)? {
        return Ok(Reply::Value(answer));
    }
    let usual = usual(cx, state);
    if what.is_int() { Reply::int(cx, state, usual as i32) } else { Reply::long(cx, state, usual) }
}

fn current_time_millis<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::Millis, |cx, state| (threads::now(cx, state) / 1_000_000) as i64)
}

fn nano_time<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::Nanos, |cx, state| threads::now(cx, state) as i64)
}

/// Nanoseconds since the given second.
fn nano_time_adjustment<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if let Some(answer) = D::asked(cx, state, Asked::Adjustment)? {
        return Ok(Reply::Value(answer));
    }
    let second = super::pick_long(cx, state, &args[0])?;
    let now = threads::now(cx, state);
    Reply::long(cx, state, (now - i128::from(second) * 1_000_000_000) as i64)
}

fn free_memory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::FreeMemory, |cx, _| cx.limits.heap as i64 / 2)
}

fn total_memory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::TotalMemory, |cx, _| cx.limits.heap as i64)
}

fn max_memory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::MaxMemory, |cx, _| cx.limits.heap as i64)
}

fn processors<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::Processors, |_, _| 1)
}

fn process_number<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    ask(cx, state, Asked::Process, |cx, _| i64::from(cx.host.process()))
}

/// `System.exit` ends here, after the shutdown hooks.
fn halt<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    Err(Stop::Exit(D::pick_int(cx, state, &args[0])?))
}

/// A counter nobody reads: a buffer of eight bytes.
fn counter<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    const BUFFER: &str = "java/nio/ByteBuffer";
    crate::steps::init::ensure(cx, state, cx.class(BUFFER)?)?;
    let allocate = cx.named_method(BUFFER, "allocate", "(I)Ljava/nio/ByteBuffer;")?;
    let size = D::int(cx, state, 8);
    super::delegate(cx, state, allocate, &[size], crate::Then::Deliver)
}

/// Names and values in turn, as arrays of bytes.
fn environment<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    if !cx.host.is_faithful() {
        return Err(Stop::unsupported("environment variables outside of `cupper run`"));
    }
    let mut items = Vec::new();
    for text in cx.host.environment().into_iter().flat_map(|(name, value)| [name, value]) {
        items.push(crate::strings::new_bytes(cx, state, &text)?);
    }
    let bytes = cx.program.array_of(program::TypeId::BYTE);
    super::new_array_of(cx, state, bytes, &items).map(Reply::Value)
}

/// Names and values in turn.
fn vm_properties<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let specification = match jdk_constant(cx, "java/lang/VersionProps", "VERSION_SPECIFICATION")? {
        Some(Constant::String(text)) => cx.program.string(text).to_string(),
        _ => String::new(),
    };
    let fixed = [
        ("java.home", "/usr/lib/jvm/java"),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &specification),
        ("java.vm.name", "Cupper"),
        ("java.vm.vendor", "Cupper"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "interpreted mode"),
        ("sun.nio.MaxDirectMemorySize", "67108864"),
        ("sun.nio.PageAlignDirectMemory", "false"),
        ("sun.reflect.inflationThreshold", "2147483647"),
        ("sun.reflect.noInflation", "false"),
        ("jdk.reflect.useDirectMethodHandle", "false"),
        ("java.security.manager", "disallow"),
    ];
    let host = cx.host.properties();
    let fixed = fixed.iter().map(|&(name, value)| (name.to_string(), value.to_string()));
    let texts: Vec<_> = fixed.chain(host).flat_map(|(name, value)| [name, value]).collect();
    let mut items = Vec::with_capacity(texts.len() + 2);
    for text in texts {
        items.push(D::new_string(cx, state, &JavaText::from(text.as_str()))?);
    }
    let null = D::null(cx, state);
    items.extend([null.clone(), null]);
    new_array(cx, state, "java/lang/String", &items).map(Reply::Value)
}

/// By the indices that `SystemProps.Raw` gives names to; they differ from JDK to JDK.
fn platform_properties<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let known = [
        ("_display_language_NDX", "en"),
        ("_file_encoding_NDX", "UTF-8"),
        ("_file_separator_NDX", "/"),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_line_separator_NDX", "\n"),
        ("_native_encoding_NDX", "UTF-8"),
        ("_os_arch_NDX", "amd64"),
        ("_os_name_NDX", "Linux"),
        ("_os_version_NDX", "5"),
        ("_path_separator_NDX", ":"),
        ("_stderr_encoding_NDX", "UTF-8"),
        ("_stdin_encoding_NDX", "UTF-8"),
        ("_stdout_encoding_NDX", "UTF-8"),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
        ("_sun_jnu_encoding_NDX", "UTF-8"),
        ("_sun_stderr_encoding_NDX", "UTF-8"),
        ("_sun_stdout_encoding_NDX", "UTF-8"),
        ("_user_dir_NDX", "."),
        ("_user_home_NDX", "."),
        ("_user_name_NDX", "user"),
    ];
    let index = |name| match jdk_constant(cx, RAW_PROPERTIES, name)? {
        Some(Constant::Int(index)) => Ok(Some(index as usize)),
        _ => Ok(None),
    };
    let count = index("FIXED_LENGTH")?.unwrap_or_default();
    let places = known.iter().map(|(name, _)| index(name)).collect::<Result<Vec<_>, Stop<D>>>()?;
    let mut items = vec![D::null(cx, state); count];
    for (place, (_, text)) in places.into_iter().zip(known) {
        if let Some(item) = place.and_then(|place| items.get_mut(place)) {
            *item = D::new_string(cx, state, &JavaText::from(text))?;
        }
    }
    new_array(cx, state, "java/lang/String", &items).map(Reply::Value)
}

/// What a constant of the JDK says, if this JDK has it.
fn jdk_constant<D: Domain>(cx: &Cx<'_, D>, class: &str, name: &str) -> Result<Option<Constant>, Stop<D>> {
    let class = cx.class(class)?;
    let field = cx.program.find_field(class, name);
    Ok(field.and_then(|field| cx.program.field(field).constant))
}
