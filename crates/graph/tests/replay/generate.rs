//! Random Java programs over a small vocabulary: two linked classes, arrays, a static field, loops, handlers, virtual and
//! recursive calls; and random arguments for them.

use machine::Domain;
use machine::concrete::{Concrete, Machine, Ref as Address, Word};
use program::code::Elem;
use program::{Flags, MethodId, Program, TypeId};

use testkit::Random;

/// The classes every program uses.
pub const VOCABULARY: &str = "
class N { N l, r; int v; int get() { return v; } }
class M extends N { int get() { return l == null ? v + 1 : l.v; } }
";

/// A class `name` with a method `run` to start with.
pub fn program(name: &str, random: &mut Random) -> String {
    let mut writer = Writer { random, out: String::new(), depth: 0, loops: 0 };
    let run = writer.body(4, true);
    let walk = writer.body(2, true);
    let make = writer.body(2, false);
    format!(
        "class {name} {{
    static N s = new N();
    static int c;
    static int run(N a, N b, int x) {{ N p = a, q = b; int y = 3; N[] t = new N[2]; {run} return x; }}
    static int walk(N a, N b, int x) {{ N p = a, q = b; int y = x; N[] t = {{ a, b }}; if (x <= 0) return y; {walk} \
         return walk(p, q, x - 1); }}
    static N make(N a, int x) {{ N p = new M(), q = a; N b = a; int y = 0; N[] t = new N[1]; if (x < 1) return p; {make} \
         p.l = make(q, x - 1); return p; }}
}}\n"
    )
}

struct Writer<'a> {
    random: &'a mut Random,
    out: String,
    depth: usize,
    loops: usize,
}

impl Writer<'_> {
    fn body(&mut self, statements: usize, calls: bool) -> String {
        self.out.clear();
        for _ in 0..=statements {
            self.statement(calls);
        }
        std::mem::take(&mut self.out)
    }

    fn word(&mut self, words: &[&'static str]) -> &'static str {
        words[self.random.below(words.len())]
    }

    fn reference(&mut self) -> &'static str {
        self.word(&["a", "b", "p", "q"])
    }

    fn field(&mut self) -> &'static str {
        self.word(&["l", "r"])
    }

    fn number(&mut self) -> &'static str {
        self.word(&["x", "y", "0", "1", "2"])
    }

    fn condition(&mut self) -> String {
        let (a, b, f) = (self.reference(), self.reference(), self.field());
        let (m, n) = (self.number(), self.number());
        match self.random.below(6) {
            0 => format!("{a} == {b}"),
            1 => format!("{a} != null"),
            2 => format!("{a} != null && {a}.{f} == {b}"),
            3 => format!("{m} < {n}"),
            4 => format!("{a} instanceof M"),
            _ => format!("{m} == {n}"),
        }
    }

    fn block(&mut self, calls: bool) {
        self.depth += 1;
        self.out.push_str("{ ");
        for _ in 0..=self.random.below(2) {
            self.statement(calls);
        }
        self.out.push_str("} ");
        self.depth -= 1;
    }

    fn statement(&mut self, calls: bool) {
        let (p, q, f) = (self.word(&["p", "q"]), self.reference(), self.field());
        let (x, n) = (self.word(&["x", "y"]), self.number());
        let kinds = if self.depth < 2 { 22 } else { 15 };
        let simple = match self.random.below(kinds) {
            0 => format!("{p} = {q}; "),
            1 => format!("{p} = new {}(); ", self.random.pick(&["N", "M"])),
            2 | 3 => format!("if ({q} != null) {p} = {q}.{f}; "),
            4 => format!("{p} = {q}.{f}; "),
            5 | 6 => format!("if ({q} != null) {q}.{f} = {p}; "),
            7 => format!("if ({q} != null) {q}.v = {n}; "),
            8 => format!("if ({q} != null) {x} = {q}.get(); "),
            9 => format!("{x} = {x} {} {n}; ", self.random.pick(&["+", "-", "*"])),
            10 => format!("{p} = s; "),
            11 => format!("s = {q}; c = {n}; "),
            12 => format!("if (t.length > 0) t[0] = {q}; "),
            13 => format!("{p} = t[{n}]; "),
            14 => format!("{x} = c; "),
            15 if calls => format!("{x} = walk({p}, {q}, {n}); "),
            16 if calls => format!("{p} = make({q}, {n}); "),
            15 | 16 => format!("t = new N[{n}]; "),
            17 => return self.branch(calls),
            18 | 19 => return self.repeat(calls),
            20 => return self.guarded(calls),
            _ => format!("while ({p} != null && {x} > 0) {{ {p} = {p}.{f}; {x}--; }} "),
        };
        self.out.push_str(&simple);
    }

    fn branch(&mut self, calls: bool) {
        let condition = self.condition();
        self.out.push_str(&format!("if ({condition}) "));
        self.block(calls);
        self.out.push_str("else ");
        self.block(calls);
    }

    fn repeat(&mut self, calls: bool) {
        self.loops += 1;
        let (counter, limit) = (format!("i{}", self.loops), self.number());
        self.out.push_str(&format!("for (int {counter} = 0; {counter} < {limit}; {counter}++) "));
        self.block(calls);
    }

    fn guarded(&mut self, calls: bool) {
        self.loops += 1;
        let name =
            self.random.pick(&["NullPointerException", "IndexOutOfBoundsException", "RuntimeException"]);
        self.out.push_str("try ");
        self.block(calls);
        self.out.push_str(&format!("catch ({name} e{}) ", self.loops));
        self.block(calls);
    }
}

/// Arguments for a method: numbers near zero, and objects out of a small random heap, shared and cyclic.
pub fn arguments(machine: &mut Machine<'_>, method: MethodId, random: &mut Random) -> Vec<Word> {
    let program = machine.cx.program;
    let info = program.method(method);
    let receiver = (!info.is_static()).then(|| program.class(info.class).ty);
    let types: Vec<TypeId> = receiver.into_iter().chain(info.params.iter().copied()).collect();
    let pool = pool(machine, &types, random);
    let argument = |(index, &ty): (usize, &TypeId)| match program.ty(ty).kind() {
        Some(program::code::Kind::Ref) => {
            let fits = |object: &&Address| {
                let own = machine.state.heap.type_of(**object);
                program.is_subtype(own, ty).unwrap_or(false)
            };
            let fitting: Vec<&Address> = pool.iter().filter(fits).collect();
            let null = random.chance(15) && !(index == 0 && receiver.is_some());
            if fitting.is_empty() || null { 0 } else { Word::from(random.pick(&fitting).0) }
        }
        _ => (random.below(9) as i32 - 3) as u32 as Word,
    };
    types.iter().enumerate().map(argument).collect()
}

/// Objects of the classes that parameters may have, pointing at each other.
fn pool(machine: &mut Machine<'_>, types: &[TypeId], random: &mut Random) -> Vec<Address> {
    let program = machine.cx.program;
    let mut classes = Vec::new();
    for name in program.class_path_names() {
        let Ok(class) = program.class_named(&name) else { continue };
        let own = program.class(class).ty;
        let fits = |&ty: &TypeId| program.is_subtype(own, ty).unwrap_or(false);
        if types.iter().any(fits) && !program.class(class).flags.is(Flags::ABSTRACT) {
            classes.push(class);
        }
    }
    let mut pool = Vec::new();
    if classes.is_empty() {
        return pool;
    }
    for _ in 0..1 + random.below(4) {
        let class = *random.pick(&classes);
        let made = Concrete::new_object(&mut machine.cx, &mut machine.state, class);
        pool.push(Address(made.unwrap_or_else(|_| panic!("there is room")) as u32));
    }
    for &object in &pool {
        let shape = machine.cx.shape(machine.state.heap.type_of(object));
        let shape = shape.unwrap_or_else(|_| panic!("objects have shapes"));
        for field in shape.fields.iter() {
            let declared = program.field(field.id).ty;
            let target = *random.pick(&pool);
            let own = machine.state.heap.type_of(target);
            let word = match field.elem {
                Elem::Ref if random.chance(60) && program.is_subtype(own, declared).unwrap_or(false) => {
                    Word::from(target.0)
                }
                Elem::Ref => 0,
                Elem::Int => random.below(4) as Word,
                Elem::Byte | Elem::Char | Elem::Short | Elem::Long | Elem::Float | Elem::Double => 0,
            };
            machine.state.heap.store(object, field.offset as usize, field.elem, word);
        }
    }
    pool
}

/// Strings of random lengths for a `main`.
pub fn command_line(machine: &mut Machine<'_>, random: &mut Random) -> Vec<Word> {
    let program: &Program = machine.cx.program;
    let text = |length| program::JavaText::from("a".repeat(length).as_str());
    let count = random.below(5);
    let lengths: Vec<usize> = (0..count).map(|_| random.below(4)).collect();
    let (cx, state) = (&mut machine.cx, &mut machine.state);
    let refused = |_| panic!("there is room");
    let strings: Vec<Word> =
        lengths.iter().map(|&n| Concrete::new_string(cx, state, &text(n)).unwrap_or_else(refused)).collect();
    let ty = program.array_of(program.class_type("java/lang/String"));
    let length = Concrete::int(cx, state, count as i32);
    let array = Concrete::new_array(cx, state, ty, &length).unwrap_or_else(refused);
    for (index, string) in strings.into_iter().enumerate() {
        let offset = machine::concrete::Heap::element(Elem::Ref, index as i32);
        state.heap.store(Address(array as u32), offset, Elem::Ref, string);
    }
    vec![array]
}
