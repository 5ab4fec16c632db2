//! Random classes with fields worth a claim.
//!
//! Every text that comes out compiles: fields that are final are written once by each constructor and only read by methods.

use std::fmt::Write as _;

use testkit::Random;

/// What the classes of a case are called, the case's seed behind it.
pub const CLASSES: [&str; 2] = ["Top", "Low"];

/// The parameters of all constructors and of most methods.
const PARAMS: &str = "int x, int y, String t, {top} p, int[] c";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Byte,
    Text,
    Array,
    Node,
    Any,
}

struct Field {
    name: String,
    kind: Kind,
    modifiers: &'static str,
}

impl Field {
    fn is_final(&self) -> bool {
        self.modifiers.contains("final")
    }
}

struct Writer {
    random: Random,
    out: String,
}

/// Two classes, the second below the first.
pub fn case(seed: u64) -> String {
    let mut writer = Writer { random: Random::new(seed), out: "import java.io.*;\n\n".to_owned() };
    let streamed = writer.random.once_in(3);
    let [top, low] = CLASSES.map(|name| format!("{name}{seed}"));
    let above = if streamed { " implements Serializable, Cloneable" } else { " implements Cloneable" };
    writer.class(&top, above, None, streamed);
    let below = format!(" extends {top}");
    writer.class(&low, &below, Some(&top), streamed);
    // The file is called after the case.
    let _ = writeln!(writer.out, "class Case{seed} {{\n}}");
    writer.out.replace("{top}", &top)
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn class(&mut self, name: &str, relatives: &str, above: Option<&str>, streamed: bool) {
        let fields = self.fields(if above.is_some() { "b" } else { "a" }, streamed);
        self.line(&format!("class {name}{relatives} {{"));
        for field in &fields {
            let ty = type_of(field.kind);
            // What is not final may have an initialiser.
            let value = if !field.is_final() && self.random.once_in(3) {
                format!(" = {}", self.constant(field.kind))
            } else {
                String::new()
            };
            self.line(&format!("    {} {ty} {}{value};", field.modifiers, field.name));
        }
        self.constructor(name, &fields, above);
        if self.random.once_in(2) {
            self.delegation(name, &fields);
        }
        let hook = self.random.choose(&["void", "final void", "private void"]);
        let overrides = above.is_some();
        if !overrides {
            let body = self.statements(&fields, 2, false);
            self.line(&format!("    {hook} hook0({PARAMS}) {{\n{body}    }}"));
            let body = self.statements(&fields, 1, false);
            self.line(&format!("    void open({PARAMS}) {{\n{body}    }}"));
        } else if self.random.once_in(2) {
            let body = self.statements(&fields, 2, false);
            self.line(&format!("    @Override void open({PARAMS}) {{\n{body}    }}"));
        }
        let own = if overrides { "1" } else { "2" };
        let body = self.statements(&fields, 2, false);
        self.line(&format!("    private void init{own}({PARAMS}) {{\n{body}    }}"));
        for number in 0..1 + self.random.below(3) {
            let body = self.statements(&fields, 2, false);
            self.line(&format!("    void act{own}{number}({PARAMS}) {{\n{body}    }}"));
        }
        if self.random.once_in(2) {
            self.stranger(name, &fields, own);
        }
        if above.is_none() && self.random.once_in(3) {
            self.copy(name, &fields);
        }
        if streamed && self.random.once_in(2) {
            self.reader(&fields);
        }
        self.line("}\n");
    }

    fn fields(&mut self, prefix: &str, streamed: bool) -> Vec<Field> {
        let kinds = [Kind::Int, Kind::Int, Kind::Text, Kind::Array, Kind::Node, Kind::Byte, Kind::Any];
        let count = 2 + self.random.below(4);
        let mut out = Vec::new();
        for number in 0..count {
            let mut modifiers = self.random.choose(&[
                "private",
                "private final",
                "private final",
                "final",
                "",
                "protected final",
                "protected",
                "public final",
            ]);
            if streamed && self.random.once_in(4) {
                modifiers = "private transient";
            }
            out.push(Field {
                name: format!("{prefix}{number}"),
                kind: self.random.choose(&kinds),
                modifiers,
            });
        }
        out
    }

    /// All final fields are written once, at places of their own.
    fn constructor(&mut self, name: &str, fields: &[Field], above: Option<&str>) {
        self.line(&format!("    {name}({PARAMS}) {{"));
        if above.is_some() {
            let arguments = self.arguments(false);
            self.line(&format!("        super({arguments});"));
        }
        for _ in 0..self.random.below(3) {
            self.guard();
        }
        for field in fields.iter().filter(|field| field.is_final()) {
            for _ in 0..self.random.below(2) {
                let text = self.statement(fields, true);
                self.line(&format!("        {text}"));
            }
            let value = self.value(field.kind, &readable(fields, true));
            self.line(&format!("        {} = {value};", field.name));
        }
        for _ in 0..self.random.below(4) {
            let text = self.statement(fields, true);
            self.line(&format!("        {text}"));
        }
        self.line("    }");
    }

    fn delegation(&mut self, name: &str, fields: &[Field]) {
        let arguments = self.arguments(false);
        let visibility = self.random.choose(&["", "private ", "public "]);
        self.line(&format!("    {visibility}{name}(int x, int y, String t, {{top}} p, int[] c, int z) {{"));
        self.line(&format!("        this({arguments});"));
        if self.random.once_in(2) {
            let text = self.statement(fields, false);
            self.line(&format!("        {text}"));
        }
        self.line("    }");
    }

    /// Writes into an object that is not its own.
    fn stranger(&mut self, name: &str, fields: &[Field], own: &str) {
        self.line(&format!("    static void stranger{own}({name} q, {PARAMS}) {{"));
        for field in fields.iter().filter(|field| !field.is_final()) {
            if self.random.once_in(2) {
                let value = self.value(field.kind, &[]).replace("this", "q");
                self.line(&format!("        q.{} = {value};", field.name));
            }
        }
        self.line("    }");
    }

    fn copy(&mut self, name: &str, fields: &[Field]) {
        self.line(&format!("    {name} copy({PARAMS}) throws CloneNotSupportedException {{"));
        self.line(&format!("        {name} copy = ({name}) clone();"));
        for field in fields.iter().filter(|field| !field.is_final()) {
            if self.random.once_in(2) {
                let value = self.value(field.kind, &readable(fields, false));
                self.line(&format!("        copy.{} = {value};", field.name));
            }
        }
        self.line("        return copy;\n    }");
    }

    fn reader(&mut self, fields: &[Field]) {
        self.line(
            "    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {",
        );
        match self.random.below(4) {
            0 => {}
            1 => self
                .line("        if (in.available() == 0) {\n            in.defaultReadObject();\n        }"),
            _ => self.line("        in.defaultReadObject();"),
        }
        for field in fields.iter().filter(|field| !field.is_final()) {
            if self.random.once_in(2) {
                let value = self.constant(field.kind);
                self.line(&format!("        {} = {value};", field.name));
            }
        }
        self.line("    }");
    }

    fn guard(&mut self) {
        let fail = "throw new IllegalArgumentException();";
        let text = match self.random.below(8) {
            0 => format!("if (x < {}) {{ {fail} }}", self.random.below(3)),
            1 => format!("if (x > y) {{ {fail} }}"),
            2 => format!("if (t == null) {{ {fail} }}"),
            3 => "t = t == null ? \"\" : t;".to_owned(),
            4 => format!("if (c == null || c.length < {}) {{ {fail} }}", self.random.below(3)),
            5 => "x = x < 0 ? 0 : x;".to_owned(),
            6 => "y = x + 1;".to_owned(),
            _ => format!("if (p == null) {{ {fail} }}"),
        };
        self.line(&format!("        {text}"));
    }

    fn statements(&mut self, fields: &[Field], most: usize, in_constructor: bool) -> String {
        let mut out = String::new();
        for _ in 0..1 + self.random.below(most + 1) {
            let text = self.statement(fields, in_constructor);
            let _ = writeln!(out, "        {text}");
        }
        out
    }

    fn statement(&mut self, fields: &[Field], in_constructor: bool) -> String {
        let open: Vec<&Field> = fields.iter().filter(|field| !field.is_final()).collect();
        let what = self.random.below(16);
        if what < 9 && !open.is_empty() {
            let field = open[self.random.below(open.len())];
            let (name, kind) = (&field.name, field.kind);
            let value = self.value(kind, &readable(fields, in_constructor));
            return match self.random.below(6) {
                0 => format!("if (x > {}) {{ {name} = {value}; }}", self.random.below(3)),
                1 => format!("for (int i = 0; i < (x & 3); i++) {{ {name} = {value}; }}"),
                2 => format!(
                    "try {{ Registry.see(t.length()); {name} = {value}; }} catch (RuntimeException e) {{ {name} = {}; }}",
                    self.constant(kind)
                ),
                3 if matches!(kind, Kind::Int | Kind::Byte) => {
                    format!("{name}{};", self.random.choose(&["++", "--", " += 2", " *= 2"]))
                }
                _ => format!("{name} = {value};"),
            };
        }
        let arguments = self.arguments(true);
        let is_top = fields.first().is_some_and(|field| field.name.starts_with('a'));
        let own = if is_top { "2" } else { "1" };
        // Loud statements are rare, or no fact would be left.
        match self.random.below(if in_constructor { 24 } else { 8 }) {
            0 => "Registry.see(this);".to_owned(),
            1 => "Runnable later = () -> Registry.see(this); later.run();"
                .replace("later", &format!("later{}", self.random.below(1_000_000))),
            2 if in_constructor => format!("open({arguments});"),
            3 | 4 if in_constructor => format!("init{own}({arguments});"),
            5 if in_constructor && is_top => format!("hook0({arguments});"),
            6 => "x = x / y;".to_owned(),
            7 => "if (t == null) { throw new IllegalStateException(); }".to_owned(),
            _ => "y = y & 7;".to_owned(),
        }
    }

    /// Arguments for the parameters all methods have.
    fn arguments(&mut self, with_this: bool) -> String {
        let number =
            |writer: &mut Self| writer.random.choose(&["x", "y", "0", "1", "x + 1", "Math.abs(y)", "x & 7"]);
        let (x, y) = (number(self), number(self));
        let t = self.random.choose(&["t", "\"a\"", "null", "t == null ? \"\" : t"]);
        let p = self.random.choose(if with_this { &["p", "null", "this"][..] } else { &["p", "null"][..] });
        let c = self.random.choose(&["c", "null", "new int[2]", "c == null ? new int[x & 3] : c"]);
        format!("{x}, {y}, {t}, {p}, {c}")
    }

    fn constant(&mut self, kind: Kind) -> String {
        let choices: &[&str] = match kind {
            Kind::Int => &["0", "1", "-1", "7"],
            Kind::Byte => &["(byte) 0", "(byte) 1", "(byte) 5"],
            Kind::Text => &["\"\"", "\"a\"", "null"],
            Kind::Array => &["new int[0]", "new int[3]", "null"],
            Kind::Node => &["null"],
            Kind::Any => &["\"a\"", "new StringBuilder()", "new Object()", "null"],
        };
        self.random.choose(choices).to_owned()
    }

    fn value(&mut self, kind: Kind, readable: &[(Kind, String)]) -> String {
        let same: Vec<&String> = readable.iter().filter(|one| one.0 == kind).map(|one| &one.1).collect();
        if !same.is_empty() && self.random.once_in(4) {
            return same[self.random.below(same.len())].clone();
        }
        if self.random.once_in(4) {
            return self.constant(kind);
        }
        let choices: &[&str] = match kind {
            Kind::Int => &[
                "x",
                "y",
                "x",
                "x + y",
                "x % 3",
                "x & 7",
                "x >>> 1",
                "Math.abs(x)",
                "c == null ? 0 : c.length",
                "t == null ? 0 : t.length()",
                "Math.max(x, 1)",
                "Math.min(x, y)",
            ],
            Kind::Byte => &["(byte) x", "(byte) (x & 7)", "(byte) 3"],
            Kind::Text => {
                &["t", "t", "t == null ? \"\" : t", "String.valueOf(x)", "t + x", "x > 1 ? t : \"b\""]
            }
            Kind::Array => &[
                "c",
                "c == null ? new int[1] : c",
                "new int[x & 3]",
                "new int[x]",
                "c.clone()",
                "new int[]{x, y}",
            ],
            Kind::Node => &["p", "p", "null", "this", "x == 1 ? p : null"],
            Kind::Any => &["t", "p", "new StringBuilder()", "t == null ? \"\" : t", "new int[x & 1]"],
        };
        self.random.choose(choices).to_owned()
    }
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "int",
        Kind::Byte => "byte",
        Kind::Text => "String",
        Kind::Array => "int[]",
        Kind::Node => "{top}",
        Kind::Any => "Object",
    }
}

/// Fields that code may read: constructors read no final ones, which may not be there yet.
fn readable(fields: &[Field], in_constructor: bool) -> Vec<(Kind, String)> {
    let allowed = fields.iter().filter(|field| !(in_constructor && field.is_final()));
    allowed.map(|field| (field.kind, field.name.clone())).collect()
}
