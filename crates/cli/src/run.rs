//! `cupper run`: runs `main` as `java` does, on our own machine.
//!
//! Same output, same exit status. A native method nobody wrote an intrinsic for stops the run with a message and
//! exit status 3.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use base::Diagnostic;
use machine::concrete::{Concrete, Machine, Outcome as End};
use machine::{Access, Cx, Found, Host, Limits, Observer, State};
use program::code::{Body, InstText, Pc};
use program::{Flags, MethodId, Program};

use crate::outcome::Outcome;
use crate::target::PathArgs;

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
    /// Frames before StackOverflowError
    #[arg(long, value_name = "N", default_value_t = Limits::default().stack_depth)]
    stack_depth: usize,
    /// Memory for objects before OutOfMemoryError, such as 512m or 2g
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "2g")]
    max_heap: usize,
    /// A class, class file, JAR, `.java` file or folder with a `main`
    #[arg(value_name = "TARGET")]
    target: String,
    /// Arguments of the program
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let target = args.path.open(&args.target)?;
    let main = find_main(&target.program, target.main_class.as_deref(), &args.target)?;
    verify(&target.program, main)?;
    let limits =
        Limits { stack_depth: args.stack_depth, heap: args.max_heap, assertions: args.enable.is_some() };
    let host = Box::new(Console::new(args.path.jdk_home()?.display().to_string()));
    let mut machine = Machine::new(&target.program, host, limits);
    let status = machine.boot().and_then(|()| {
        if args.trace {
            machine.run_main(main, &args.args, &mut Trace)
        } else {
            machine.run_main(main, &args.args, &mut ())
        }
    });
    machine.cx.host.flush();
    Ok(match status {
        Ok(status) => Outcome::Status(status as u8),
        Err(end) => {
            eprintln!("cupper: {}", explain(&machine, &end));
            Outcome::Unknown
        }
    })
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
    match end {
        End::Unsupported(reason) => reason.clone(),
        End::Threw(thrown) => {
            let class = machine.cx.program.class(thrown.class).java_name();
            let message = thrown.message.as_deref().unwrap_or("no message");
            let at = thrown.lines.iter().map(|line| format!("\n    at {}.{}", line.class, line.name));
            format!("the JDK could not be started: {class}: {message}{}", at.collect::<String>())
        }
        End::Returned(_) | End::Exit(_) | End::Paused => "the run was cut short".into(),
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

/// Descriptors below are the standard streams'.
const FIRST_FILE: i32 = 3;

/// The process's own streams, files and clock.
struct Console {
    out: BufWriter<io::Stdout>,
    /// Somebody watches: output is shown at once.
    is_terminal: bool,
    /// Open files by descriptor.
    files: BTreeMap<i32, File>,
    java_home: String,
}

impl Console {
    fn new(java_home: String) -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            is_terminal: io::stdout().is_terminal(),
            files: BTreeMap::new(),
            java_home,
        }
    }
}

impl Host for Console {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        if descriptor == 2 {
            self.flush();
            return io::stderr().write_all(bytes);
        }
        if let Some(file) = self.files.get_mut(&descriptor) {
            return file.write_all(bytes);
        }
        self.out.write_all(bytes)?;
        if self.is_terminal { self.out.flush() } else { Ok(()) }
    }

    fn flush(&mut self) {
        // A reader that has gone away is no reason to stop: `java` goes on, too.
        let _ = self.out.flush();
    }

    fn read(&mut self, descriptor: i32, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(file) = self.files.get_mut(&descriptor) {
            return file.read(buffer);
        }
        self.flush();
        io::stdin().read(buffer)
    }

    fn open(&mut self, path: &str, access: Access) -> io::Result<i32> {
        let mut options = OpenOptions::new();
        let file = match access {
            Access::Read => options.read(true),
            Access::Truncate => options.write(true).create(true).truncate(true),
            Access::Append => options.append(true).create(true),
        }
        .open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let descriptor = self.files.keys().next_back().map_or(FIRST_FILE, |last| last + 1);
        self.files.insert(descriptor, file);
        Ok(descriptor)
    }

    fn extent(&mut self, descriptor: i32) -> io::Result<(u64, u64)> {
        let file = self.files.get_mut(&descriptor).ok_or(io::ErrorKind::Unsupported)?;
        Ok((file.metadata()?.len(), file.stream_position()?))
    }

    fn close(&mut self, descriptor: i32) {
        self.files.remove(&descriptor);
    }

    fn create(&mut self, path: &str) -> io::Result<bool> {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn remove(&mut self, path: &str) -> bool {
        std::fs::remove_file(path).or_else(|_| std::fs::remove_dir(path)).is_ok()
    }

    fn look(&mut self, path: &str) -> Option<Found> {
        let found = std::fs::metadata(path).ok()?;
        Some(Found { is_directory: found.is_dir(), length: found.len() })
    }

    fn available(&mut self) -> io::Result<usize> {
        Ok(0)
    }

    fn now(&mut self) -> i128 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as i128)
    }

    fn properties(&self) -> Vec<(String, String)> {
        let folder = std::env::current_dir().unwrap_or_default().display().to_string();
        [("java.home", self.java_home.clone()), ("user.dir", folder)]
            .map(|(name, value)| (name.to_string(), value))
            .into()
    }
}
