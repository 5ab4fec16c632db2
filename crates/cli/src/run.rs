//! `cupper run`: runs `main` as `java` does, on our own machine.
//!
//! Same output, same exit status. A native method nobody wrote an intrinsic for stops the run with a message and
//! exit status 3.

mod disk;
mod surroundings;
mod zlib;

use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use base::Diagnostic;
use machine::concrete::{Concrete, Machine, Outcome as End};
use machine::{Access, Codecs, Cx, Files, Found, Host, Limits, Observer, State};
use program::code::{Body, InstText, Pc};
use program::{Flags, MethodId, Program};
use report::{MethodReport, Question, Reason, ReasonKind, Report, Verdict};

use self::disk::Disk;
use self::zlib::Zlib;
use crate::outcome::Outcome;
use crate::target::PathArgs;
use crate::{ours, select, views};

/// Runs a program as `java` does
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    path: PathArgs,
    /// Check assertions of the program's classes
    #[arg(short = 'e', value_name = "a", value_parser = ["a"], hide_possible_values = true)]
    enable: Option<String>,
    /// Print each executed instruction with its source line to standard error
    #[arg(long)]
    trace: bool,
    /// Opens a package of the JDK to reflection, such as java.base/java.lang=ALL-UNNAMED
    #[arg(long, value_name = "MODULE/PACKAGE=ALL-UNNAMED")]
    add_opens: Vec<String>,
    /// Exports a package of the JDK, such as java.base/sun.security.util=ALL-UNNAMED
    #[arg(long, value_name = "MODULE/PACKAGE=ALL-UNNAMED")]
    add_exports: Vec<String>,
    /// Sets a system property
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
    /// Frames before StackOverflowError
    #[arg(long, value_name = "N", default_value_t = Limits::default().stack_depth)]
    stack_depth: usize,
    /// Memory for objects before OutOfMemoryError, such as 512m or 2g
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "2g")]
    max_heap: usize,
    /// Write how the run ended to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// A class, class file, JAR, `.java` file or folder with a `main`
    #[arg(value_name = "TARGET")]
    target: String,
    /// Arguments of the program
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.report.iter().try_for_each(|file| ours::ready(file))?;
    let started = Instant::now();
    let target = args.path.open(&args.target)?;
    let main = find_main(&target.program, target.main_class.as_deref(), &args.target)?;
    verify(&target.program, main)?;
    let limits =
        Limits { stack_depth: args.stack_depth, heap: args.max_heap, assertions: args.enable.is_some() };
    let host = Console::new(properties(&args, &target.program)?);
    let mut machine = Machine::new(&target.program, Box::new(host), limits);
    let status = machine.boot().and_then(|()| {
        if args.trace {
            machine.run_main(main, &args.args, &mut Trace)
        } else {
            machine.run_main(main, &args.args, &mut ())
        }
    });
    machine.cx.host.flush();
    let ended = status.map_err(|end| explain(&machine, &end));
    if let Some(file) = &args.report {
        let mut answer = answer(select::label(&target.program, main), &ended);
        answer.seconds = started.elapsed().as_secs_f64();
        let report = Report { seconds: answer.seconds, ..views::bare("run", &[args.target]) };
        ours::write(file, &report::json(&Report { results: vec![answer], ..report }))?;
    }
    Ok(match ended {
        Ok(status) => Outcome::Status(status as u8),
        Err(why) => {
            eprintln!("cupper: {why}");
            Outcome::Unknown
        }
    })
}

/// How a run ended: the program's own way, or at something the machine does not model.
fn answer(method: String, ended: &Result<i32, String>) -> MethodReport {
    let out = MethodReport { method, question: Question::Run, ..MethodReport::default() };
    match ended {
        Ok(status) => MethodReport {
            verdict: Verdict::Proven,
            word: format!("ended with status {status}"),
            figures: [("status".to_owned(), (*status).into())].into(),
            ..out
        },
        Err(why) => MethodReport {
            word: "cut short".into(),
            reasons: vec![Reason { kind: ReasonKind::Unsupported, ..why.clone().into() }],
            ..out
        },
    }
}

/// The system properties this run has besides those every machine has, in the order they are set.
fn properties(args: &Args, program: &Program) -> anyhow::Result<Vec<(String, String)>> {
    let folder = std::env::current_dir().unwrap_or_default().display().to_string();
    // As it was given, if it was.
    let class_path = match &args.path.cp {
        Some(path) if !std::path::Path::new(&args.target).exists() => path.clone(),
        _ => std::env::join_paths(program.class_path()).unwrap_or_default(),
    };
    let mut out: Vec<(String, String)> = vec![
        ("java.home".into(), args.path.jdk_home()?.display().to_string()),
        ("user.dir".into(), folder),
        ("java.class.path".into(), class_path.to_string_lossy().into_owned()),
    ];
    out.extend(surroundings::properties());
    let wishes = [("addopens", &args.add_opens), ("addexports", &args.add_exports)];
    for (kind, wishes) in wishes {
        let numbered = wishes.iter().enumerate();
        out.extend(numbered.map(|(number, wish)| (format!("jdk.module.{kind}.{number}"), wish.clone())));
    }
    out.extend(args.define.iter().map(|definition| {
        let (name, value) = definition.split_once('=').unwrap_or((definition, ""));
        (name.to_owned(), value.to_owned())
    }));
    Ok(out)
}

/// `public static void main(String[])` of the target's main class or its superclasses.
fn find_main(program: &Program, class: Option<&str>, target: &str) -> anyhow::Result<MethodId> {
    let Some(name) = class else {
        return Err(Diagnostic::error("no-main", format!("`{target}` does not say which class to run"))
            .help("name a class with a method `public static void main(String[])`")
            .into());
    };
    let class = program.class_named(name).map_err(|error| error.diagnostic())?;
    let main = program.find_method(class, "main", "([Ljava/lang/String;)V");
    let is_main = |&main: &MethodId| program.method(main).flags.is(Flags::PUBLIC | Flags::STATIC);
    Ok(main.filter(is_main).ok_or_else(|| {
        let name = name.replace('/', ".");
        Diagnostic::error("no-main", format!("class `{name}` has no `public static void main(String[])`"))
    })?)
}

/// Refuses a main class with malformed code before anything of it runs, as `java` does. Other classes are checked method by
/// method when they are first called.
fn verify(program: &Program, main: MethodId) -> anyhow::Result<()> {
    for id in program.class(program.method(main).class).methods() {
        let method = program.method(id);
        if !method.is_abstract() && !method.is_native() {
            program.body(id).map_err(|error| error.diagnostic())?;
        }
    }
    Ok(())
}

/// Why a run ended without the program's say.
fn explain(machine: &Machine<'_>, end: &End) -> String {
    let why = end.in_words(machine.cx.program);
    match end {
        End::Threw(_) => format!("the JDK could not be started: {why}"),
        End::Unsupported(_) | End::Returned(_) | End::Exit(_) | End::Paused => why,
    }
}

fn parse_size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.to_ascii_lowercase().chars().last() {
        Some('k') => (&text[..text.len() - 1], 1 << 10),
        Some('m') => (&text[..text.len() - 1], 1 << 20),
        Some('g') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: usize = digits.parse().map_err(|_| format!("`{text}` is not a size such as 512m or 2g"))?;
    number.checked_mul(unit).ok_or_else(|| format!("`{text}` is too large"))
}

/// Prints each instruction before it is executed.
struct Trace;

impl Observer<Concrete> for Trace {
    fn before(&mut self, cx: &mut Cx<'_, Concrete>, state: &State<Concrete>, body: &Body, pc: Pc) -> bool {
        let method = cx.program.method(state.frame().method);
        let class = cx.program.class(method.class).java_name();
        let line = body.line(pc).map_or_else(|| "?".into(), |line| line.to_string());
        let text = InstText { program: cx.program, body, pc };
        eprintln!("{class}.{}:{line}\t{pc}\t{text}", method.name);
        true
    }
}

/// The process's own streams, files and clock.
struct Console {
    out: BufWriter<io::Stdout>,
    /// Somebody watches: output is shown at once.
    is_terminal: bool,
    disk: Disk,
    zlib: Zlib,
    properties: Vec<(String, String)>,
}

impl Console {
    fn new(properties: Vec<(String, String)>) -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            is_terminal: io::stdout().is_terminal(),
            disk: Disk::default(),
            zlib: Zlib::default(),
            properties,
        }
    }
}

impl Host for Console {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        if descriptor == 2 {
            self.flush();
            return io::stderr().write_all(bytes);
        }
        if let Some(written) = self.disk.write(descriptor, bytes) {
            return written;
        }
        self.out.write_all(bytes)?;
        if self.is_terminal { self.out.flush() } else { Ok(()) }
    }

    fn flush(&mut self) {
        // A reader that has gone away is no reason to stop: `java` goes on, too.
        let _ = self.out.flush();
    }

    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(count) = self.disk.read(descriptor, buffer) {
            return count;
        }
        self.flush();
        io::stdin().read(buffer)
    }

    fn open(&mut self, path: &str, access: Access) -> io::Result<i32> {
        self.disk.open_stream(path, access)
    }

    fn extent(&mut self, descriptor: i32) -> io::Result<(u64, u64)> {
        self.disk.extent(descriptor)
    }

    fn close(&mut self, descriptor: i32) {
        self.disk.close(descriptor);
    }

    fn create(&mut self, path: &str) -> io::Result<bool> {
        self.disk.create(path)
    }

    fn remove(&mut self, path: &str) -> bool {
        self.disk.remove(path)
    }

    fn look(&mut self, path: &str) -> Option<Found> {
        self.disk.look(path)
    }

    fn available(&mut self) -> io::Result<usize> {
        Ok(0)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(&mut self.disk)
    }

    fn codecs(&mut self) -> Option<&mut dyn Codecs> {
        Some(&mut self.zlib)
    }

    fn environment(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let bytes = |text: std::ffi::OsString| text.into_encoded_bytes();
        std::env::vars_os().map(|(name, value)| (bytes(name), bytes(value))).collect()
    }

    fn now(&mut self) -> i128 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as i128)
    }

    fn sleep(&mut self, nanos: u64) {
        self.flush();
        std::thread::sleep(Duration::from_nanos(nanos));
    }

    fn time_zone(&self) -> String {
        surroundings::time_zone()
    }

    fn process(&self) -> u32 {
        std::process::id()
    }

    fn may_have_libraries(&self) -> bool {
        false
    }

    fn properties(&self) -> Vec<(String, String)> {
        self.properties.clone()
    }
}
