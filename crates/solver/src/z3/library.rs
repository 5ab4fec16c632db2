//! Z3's C interface, loaded at run time: the few functions we use, in one table.
//!
//! All `unsafe` calls into Z3 are made by the methods this table generates on [`Context`]. Their safety rests on: handles
//! come from the same context, counted references are kept while a handle is in use (see `session`), and arrays are
//! passed with their true length.

use std::ffi::{CStr, c_char, c_double, c_float, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use base::Diagnostic;
use libloading::Library;

macro_rules! handles {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name(pub *mut c_void);
    )*};
}

handles! {
    /// An expression.
    Ast,
    SortHandle,
    SymbolHandle,
    Decl,
    Pattern,
    Params,
    SolverHandle,
    ModelHandle,
}

/// A Z3 context and the functions that work on it.
pub struct Context {
    api: &'static Api,
    raw: *mut c_void,
}

macro_rules! table {
    ($($name:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)?;)*) => {
        /// The functions of the loaded library.
        pub struct Api {
            new_config: unsafe extern "C" fn() -> *mut c_void,
            del_config: unsafe extern "C" fn(*mut c_void),
            new_context: unsafe extern "C" fn(*mut c_void) -> *mut c_void,
            del_context: unsafe extern "C" fn(*mut c_void),
            get_version: unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint),
            interrupt: unsafe extern "C" fn(*mut c_void),
            set_error_handler: unsafe extern "C" fn(*mut c_void, Option<unsafe extern "C" fn(*mut c_void, c_int)>),
            $($name: unsafe extern "C" fn(*mut c_void $(, $ty)*) $(-> $ret)?,)*
            /// Keeps the functions alive.
            _library: Library,
        }

        impl Api {
            fn load(library: Library) -> Result<Self, libloading::Error> {
                // SAFETY: the signatures above are those of Z3's header.
                unsafe {
                    Ok(Self {
                        new_config: *library.get(b"Z3_mk_config\0")?,
                        del_config: *library.get(b"Z3_del_config\0")?,
                        new_context: *library.get(b"Z3_mk_context_rc\0")?,
                        del_context: *library.get(b"Z3_del_context\0")?,
                        get_version: *library.get(b"Z3_get_version\0")?,
                        interrupt: *library.get(b"Z3_interrupt\0")?,
                        set_error_handler: *library.get(b"Z3_set_error_handler\0")?,
                        $($name: *library.get(concat!("Z3_", stringify!($name), "\0").as_bytes())?,)*
                        _library: library,
                    })
                }
            }
        }

        #[allow(clippy::too_many_arguments)]
        impl Context {
            $(pub fn $name(&self $(, $arg: $ty)*) $(-> $ret)? {
                // SAFETY: see the module's documentation.
                unsafe { (self.api.$name)(self.raw $(, $arg)*) }
            })*
        }
    };
}

table! {
    get_error_code() -> c_int;
    get_error_msg(code: c_int) -> *const c_char;
    inc_ref(ast: Ast);
    dec_ref(ast: Ast);
    mk_string_symbol(name: *const c_char) -> SymbolHandle;
    get_symbol_string(symbol: SymbolHandle) -> *const c_char;

    mk_bool_sort() -> SortHandle;
    mk_int_sort() -> SortHandle;
    mk_real_sort() -> SortHandle;
    mk_bv_sort(width: c_uint) -> SortHandle;
    mk_fpa_sort_32() -> SortHandle;
    mk_fpa_sort_64() -> SortHandle;
    mk_uninterpreted_sort(name: SymbolHandle) -> SortHandle;
    mk_array_sort(index: SortHandle, element: SortHandle) -> SortHandle;
    sort_to_ast(sort: SortHandle) -> Ast;

    mk_func_decl(name: SymbolHandle, arity: c_uint, domain: *const SortHandle, range: SortHandle) -> Decl;
    func_decl_to_ast(decl: Decl) -> Ast;
    mk_const(name: SymbolHandle, sort: SortHandle) -> Ast;
    mk_app(decl: Decl, arity: c_uint, arguments: *const Ast) -> Ast;

    mk_true() -> Ast;
    mk_false() -> Ast;
    mk_not(a: Ast) -> Ast;
    mk_and(count: c_uint, arguments: *const Ast) -> Ast;
    mk_or(count: c_uint, arguments: *const Ast) -> Ast;
    mk_ite(condition: Ast, then: Ast, otherwise: Ast) -> Ast;
    mk_eq(a: Ast, b: Ast) -> Ast;
    mk_numeral(text: *const c_char, sort: SortHandle) -> Ast;
    mk_unsigned_int64(value: u64, sort: SortHandle) -> Ast;

    mk_add(count: c_uint, arguments: *const Ast) -> Ast;
    mk_mul(count: c_uint, arguments: *const Ast) -> Ast;
    mk_div(a: Ast, b: Ast) -> Ast;
    mk_mod(a: Ast, b: Ast) -> Ast;
    mk_lt(a: Ast, b: Ast) -> Ast;
    mk_le(a: Ast, b: Ast) -> Ast;
    mk_int2real(a: Ast) -> Ast;
    mk_real2int(a: Ast) -> Ast;

    mk_bvadd(a: Ast, b: Ast) -> Ast;
    mk_bvmul(a: Ast, b: Ast) -> Ast;
    mk_bvsdiv(a: Ast, b: Ast) -> Ast;
    mk_bvsrem(a: Ast, b: Ast) -> Ast;
    mk_bvudiv(a: Ast, b: Ast) -> Ast;
    mk_bvurem(a: Ast, b: Ast) -> Ast;
    mk_bvand(a: Ast, b: Ast) -> Ast;
    mk_bvor(a: Ast, b: Ast) -> Ast;
    mk_bvxor(a: Ast, b: Ast) -> Ast;
    mk_bvshl(a: Ast, b: Ast) -> Ast;
    mk_bvlshr(a: Ast, b: Ast) -> Ast;
    mk_bvashr(a: Ast, b: Ast) -> Ast;
    mk_bvslt(a: Ast, b: Ast) -> Ast;
    mk_bvsle(a: Ast, b: Ast) -> Ast;
    mk_bvult(a: Ast, b: Ast) -> Ast;
    mk_bvule(a: Ast, b: Ast) -> Ast;
    mk_concat(a: Ast, b: Ast) -> Ast;
    mk_extract(high: c_uint, low: c_uint, a: Ast) -> Ast;
    mk_sign_ext(extra: c_uint, a: Ast) -> Ast;
    mk_zero_ext(extra: c_uint, a: Ast) -> Ast;
    mk_int2bv(width: c_uint, a: Ast) -> Ast;
    mk_bv2int(a: Ast, signed: bool) -> Ast;

    mk_fpa_rne() -> Ast;
    mk_fpa_rtz() -> Ast;
    mk_fpa_rtp() -> Ast;
    mk_fpa_rtn() -> Ast;
    mk_fpa_nan(sort: SortHandle) -> Ast;
    mk_fpa_numeral_float(value: c_float, sort: SortHandle) -> Ast;
    mk_fpa_numeral_double(value: c_double, sort: SortHandle) -> Ast;
    mk_fpa_add(mode: Ast, a: Ast, b: Ast) -> Ast;
    mk_fpa_sub(mode: Ast, a: Ast, b: Ast) -> Ast;
    mk_fpa_mul(mode: Ast, a: Ast, b: Ast) -> Ast;
    mk_fpa_div(mode: Ast, a: Ast, b: Ast) -> Ast;
    mk_fpa_neg(a: Ast) -> Ast;
    mk_fpa_abs(a: Ast) -> Ast;
    mk_fpa_sqrt(mode: Ast, a: Ast) -> Ast;
    mk_fpa_round_to_integral(mode: Ast, a: Ast) -> Ast;
    mk_fpa_lt(a: Ast, b: Ast) -> Ast;
    mk_fpa_leq(a: Ast, b: Ast) -> Ast;
    mk_fpa_eq(a: Ast, b: Ast) -> Ast;
    mk_fpa_is_nan(a: Ast) -> Ast;
    mk_fpa_to_fp_bv(a: Ast, sort: SortHandle) -> Ast;
    mk_fpa_to_fp_float(mode: Ast, a: Ast, sort: SortHandle) -> Ast;
    mk_fpa_to_fp_signed(mode: Ast, a: Ast, sort: SortHandle) -> Ast;
    mk_fpa_to_sbv(mode: Ast, a: Ast, width: c_uint) -> Ast;
    mk_fpa_to_ieee_bv(a: Ast) -> Ast;

    mk_select(array: Ast, index: Ast) -> Ast;
    mk_store(array: Ast, index: Ast, value: Ast) -> Ast;
    mk_const_array(index: SortHandle, value: Ast) -> Ast;
    mk_pattern(count: c_uint, terms: *const Ast) -> Pattern;
    pattern_to_ast(pattern: Pattern) -> Ast;
    mk_quantifier_const(
        forall: bool, weight: c_uint, bound: c_uint, variables: *const Ast,
        pattern_count: c_uint, patterns: *const Pattern, body: Ast
    ) -> Ast;

    mk_params() -> Params;
    params_inc_ref(params: Params);
    params_dec_ref(params: Params);
    params_set_bool(params: Params, name: SymbolHandle, value: bool);
    params_set_uint(params: Params, name: SymbolHandle, value: c_uint);

    mk_solver() -> SolverHandle;
    mk_simple_solver() -> SolverHandle;
    solver_inc_ref(solver: SolverHandle);
    solver_dec_ref(solver: SolverHandle);
    solver_set_params(solver: SolverHandle, params: Params);
    solver_push(solver: SolverHandle);
    solver_pop(solver: SolverHandle, scopes: c_uint);
    solver_assert(solver: SolverHandle, formula: Ast);
    solver_from_string(solver: SolverHandle, script: *const c_char);
    solver_check(solver: SolverHandle) -> c_int;
    solver_get_model(solver: SolverHandle) -> ModelHandle;
    solver_get_reason_unknown(solver: SolverHandle) -> *const c_char;

    model_inc_ref(model: ModelHandle);
    model_dec_ref(model: ModelHandle);
    model_eval(model: ModelHandle, ast: Ast, completion: bool, out: *mut Ast) -> bool;

    get_bool_value(ast: Ast) -> c_int;
    get_numeral_uint64(ast: Ast, out: *mut u64) -> bool;
    get_numeral_string(ast: Ast) -> *const c_char;
    is_app(ast: Ast) -> bool;
    to_app(ast: Ast) -> Ast;
    get_app_decl(app: Ast) -> Decl;
    get_app_num_args(app: Ast) -> c_uint;
    get_app_arg(app: Ast, index: c_uint) -> Ast;
    get_decl_name(decl: Decl) -> SymbolHandle;
}

impl Context {
    /// A context with our settings.
    pub fn new(api: &'static Api) -> Self {
        // SAFETY: the configuration lives until the context is made; the handler is a valid function.
        let raw = unsafe {
            let config = (api.new_config)();
            let raw = (api.new_context)(config);
            (api.del_config)(config);
            (api.set_error_handler)(raw, Some(ignore_error));
            raw
        };
        Self { api, raw }
    }

    /// What another thread needs to end the question this context is busy with.
    pub fn interruptible(&self) -> Interruptible {
        Interruptible { api: self.api, raw: self.raw }
    }

    /// The text behind a pointer Z3 returned; it is Z3's and dies with the next call.
    pub fn text(&self, pointer: *const c_char) -> String {
        if pointer.is_null() {
            return String::new();
        }
        // SAFETY: Z3 returns null-terminated strings.
        unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
    }

    /// The error of the last call, if it failed.
    pub fn error(&self) -> Option<String> {
        let code = self.get_error_code();
        (code != 0).then(|| self.text(self.get_error_msg(code)))
    }
}

/// A context whose question somebody else may end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Interruptible {
    api: *const Api,
    raw: *mut c_void,
}

// SAFETY: `Z3_interrupt` is the one function of Z3 that any thread may call on a context in use, and nothing else can be done
// with this handle.
unsafe impl Send for Interruptible {}

impl Interruptible {
    /// # Safety
    /// The context must be alive.
    pub unsafe fn interrupt(self) {
        // SAFETY: the library is never unloaded; the rest is the caller's promise.
        unsafe { ((*self.api).interrupt)(self.raw) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made by `new_context`, dropped once, after everything that points into it.
        unsafe { (self.api.del_context)(self.raw) }
    }
}

/// Errors are asked for after the calls that may fail; without a handler Z3 would end the process.
unsafe extern "C" fn ignore_error(_: *mut c_void, _: c_int) {}

/// The loaded Z3's version, such as `5.4.0`, and the library it came from.
pub fn z3_found() -> Result<(String, &'static Path), Diagnostic> {
    let loaded = loaded()?;
    let (major, minor, build) = version(&loaded.api);
    Ok((format!("{major}.{minor}.{build}"), &loaded.path))
}

const OLDEST: (u32, u32, u32) = (4, 8, 12);

fn version(api: &Api) -> (u32, u32, u32) {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: the pointers are to live integers.
    unsafe { (api.get_version)(&mut major, &mut minor, &mut build, &mut revision) };
    (major, minor, build)
}

/// The library, found and loaded once.
pub fn api() -> Result<&'static Api, Diagnostic> {
    Ok(&loaded()?.api)
}

struct Loaded {
    api: Api,
    path: PathBuf,
}

fn loaded() -> Result<&'static Loaded, Diagnostic> {
    static LOADED: OnceLock<Result<Loaded, Diagnostic>> = OnceLock::new();
    LOADED.get_or_init(load).as_ref().map_err(Clone::clone)
}

fn load() -> Result<Loaded, Diagnostic> {
    let mut problems = Vec::new();
    for path in candidates() {
        // SAFETY: loading Z3 runs its initialisers, which do nothing harmful.
        match unsafe { Library::new(&path) }.and_then(Api::load) {
            Ok(api) if version(&api) >= OLDEST => return Ok(Loaded { api, path }),
            Ok(api) => {
                let (major, minor, build) = version(&api);
                problems.push(format!("`{}` is version {major}.{minor}.{build}, too old", path.display()));
            }
            Err(error) if path.exists() => problems.push(format!("`{}`: {error}", path.display())),
            Err(_) => {}
        }
    }
    let mut diagnostic = Diagnostic::error("z3-missing", "the SMT solver Z3 (`libz3.so`) was not found")
        .help("install it (`apt-get install libz3-4`, or `pip download z3-solver` and unpack the wheel)")
        .help("or name the library: `CUPPER_Z3=/path/to/libz3.so`");
    for problem in problems {
        diagnostic = diagnostic.help(problem);
    }
    Err(diagnostic)
}

/// `$CUPPER_Z3`, where packages put it beside the executable, `third_party/z3/lib` above it, the system's.
fn candidates() -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = std::env::var_os("CUPPER_Z3").map(PathBuf::from).into_iter().collect();
    let executable = std::env::current_exe().unwrap_or_default();
    let executable = executable.canonicalize().unwrap_or(executable);
    if let Some(directory) = executable.parent().and_then(Path::parent) {
        out.extend(["lib/cupper/libz3.so", "lib/libz3.so"].map(|library| directory.join(library)));
    }
    out.extend(executable.ancestors().skip(1).map(|above| above.join("third_party/z3/lib/libz3.so")));
    out.extend(["libz3.so.4", "libz3.so"].map(PathBuf::from));
    out
}
