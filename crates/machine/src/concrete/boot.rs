//! Starting the JDK: the main thread, system properties, standard streams. Then `main`.

use program::code::Elem;
use program::{ClassId, JavaText, MethodId};

use super::Concrete;
use super::machine::{Machine, Outcome, Value};
use crate::Observer;
use crate::intrinsics::threads;

const THREAD: &str = "java/lang/Thread";
const GROUP: &str = "java/lang/ThreadGroup";
const SYSTEM: &str = "java/lang/System";
/// Initialised first; the errors because when they are thrown it is too late to run code for them.
const EARLY: [&str; 10] = [
    "java/lang/String",
    SYSTEM,
    "java/lang/Class",
    GROUP,
    THREAD,
    "java/lang/reflect/Method",
    "java/lang/ref/Reference",
    "java/lang/Throwable",
    "java/lang/StackOverflowError",
    "java/lang/OutOfMemoryError",
];
/// `VM.initLevel` of a JDK that is up and running.
const BOOTED: i32 = 4;

impl Machine<'_> {
    /// Starts the JDK: after this, everything that needs a thread, a property or a stream works.
    pub fn boot(&mut self) -> Result<(), Outcome> {
        for name in EARLY {
            let class = self.jdk_class(name)?;
            self.initialise(class)?;
        }
        self.start_main_thread()?;
        self.call_jdk(SYSTEM, "initPhase1", "()V", &[])?;
        self.call_jdk("jdk/internal/misc/VM", "initLevel", "(I)V", &[Value::Int(BOOTED)])?;
        Ok(())
    }

    /// Calls `main` with these arguments; an exception that leaves it is told as `java` tells it.
    pub fn run_main(
        &mut self,
        main: MethodId,
        args: &[String],
        observer: &mut impl Observer<Concrete>,
    ) -> Result<i32, Outcome> {
        let strings = self.cx.program.array_of(self.cx.program.class_type("java/lang/String"));
        let array = self.new_array(strings, args.len() as i32)?;
        for (index, arg) in args.iter().enumerate() {
            let text = self.new_string(&JavaText::from(arg.as_str()))?;
            self.set_element(array, index as i32, Value::Object(text));
        }
        let thread = self.current_thread();
        let status = match self.call(main, &[Value::Object(array)], observer) {
            Outcome::Returned(_) => 0,
            Outcome::Threw(thrown) => {
                self.tell(Value::Object(thrown.exception))?;
                1
            }
            Outcome::Exit(status) => return Ok(status),
            other => return Err(other),
        };
        self.state.thread = None;
        match self.finish_threads(observer) {
            Outcome::Returned(_) => {}
            Outcome::Exit(status) => return Ok(status),
            other => return Err(other),
        }
        self.set_current_thread(thread);
        match self.call_jdk("java/lang/Shutdown", "shutdown", "()V", &[]) {
            Ok(_) => Ok(status),
            Err(Outcome::Exit(status)) => Ok(status),
            Err(other) => Err(other),
        }
    }

    /// The thread every program begins with, in a group of its own below the system's.
    fn start_main_thread(&mut self) -> Result<(), Outcome> {
        let (thread_class, group_class) = (self.jdk_class(THREAD)?, self.jdk_class(GROUP)?);
        let system = Value::Object(self.new_object(group_class)?);
        self.call_jdk(GROUP, "<init>", "()V", &[system])?;
        let thread = Value::Object(self.new_object(thread_class)?);
        self.set_current_thread(thread);
        let name = Value::Object(self.new_string(&JavaText::from("main"))?);
        let group = Value::Object(self.new_object(group_class)?);
        self.call_jdk(
            GROUP,
            "<init>",
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[group, system, name],
        )?;
        if !threads::has_holder(&self.cx).map_err(|stop| self.stopped(stop))? {
            // The constructor asks the current thread for them, which is the one it makes.
            self.set_named(thread, (THREAD, "priority"), Value::Int(5))?;
            self.set_named(thread, (THREAD, "group"), group)?;
        }
        self.call_jdk(
            THREAD,
            "<init>",
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[thread, group, name],
        )?;
        let thread = self.word(thread);
        threads::set_status(&mut self.cx, &mut self.state, &thread, threads::ALIVE_AND_RUNNABLE)
            .map_err(|stop| self.stopped(stop))
    }

    /// Prints an uncaught exception the way the thread's handler does.
    fn tell(&mut self, exception: Value) -> Result<(), Outcome> {
        let thread = self.current_thread();
        let descriptor = "(Ljava/lang/Throwable;)V";
        self.call_jdk(THREAD, "dispatchUncaughtException", descriptor, &[thread, exception])?;
        Ok(())
    }

    fn set_named(
        &mut self,
        object: Value,
        (class, field): (&'static str, &'static str),
        value: Value,
    ) -> Result<(), Outcome> {
        let Value::Object(object) = object else { return Ok(()) };
        let slot = self.cx.named_field(class, field).map_err(|stop| self.stopped(stop))?;
        self.set_field(object, slot.id, value);
        Ok(())
    }

    fn set_current_thread(&mut self, thread: Value) {
        self.state.thread = Some(self.word(thread));
    }

    fn current_thread(&mut self) -> Value {
        let word = self.state.thread.unwrap_or(0);
        self.value(Elem::Ref.kind(), word)
    }

    fn jdk_class(&mut self, name: &str) -> Result<ClassId, Outcome> {
        self.cx.class(name).map_err(|stop| self.stopped(stop))
    }

    /// Calls a method of the JDK; an exception is an error here.
    fn call_jdk(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Result<Option<Value>, Outcome> {
        let method = self.cx.named_method(class, name, descriptor).map_err(|stop| self.stopped(stop))?;
        match self.call(method, args, &mut ()) {
            Outcome::Returned(value) => Ok(value),
            other => Err(other),
        }
    }
}
