//! Every instruction of the register code is followed: what the evaluator makes of it holds what the machine does.
//!
//! The methods of [`SOURCE`] use all instructions between them, on unknown numbers and objects. A new instruction fails
//! the test until a method here uses it.

use std::collections::BTreeSet;

use program::code::Inst;

use testkit::{Random, compile_text, method};

/// What no method can use and be followed: code that could not be lowered.
const NOT_FOLLOWED: [&str; 1] = ["Unsupported"];

const METHODS: [&str; 6] = ["numbers", "floats", "objects", "arrays", "choice", "guarded"];

const SOURCE: &str = "
class N { N l, r; int v; }
class M extends N { long w; }
class Every {
    static N s; static int c;
    static long numbers(int x, int y) {
        long w = (long) x * 5000000000L; int z = -x;
        z = (z << 3) ^ (y >> 1) | (x >>> 28) & 77; z += 7; z = (byte) z + (char) y + (short) x;
        if (w < y) w = -w / 3 % 7;
        if (x >= y) z -= y;
        if (y != 0) z = x / y + x % y;
        return (w >> x) + (w << 33) - (w >>> y) + z;
    }
    static int floats(int x, int y) {
        float f = x * 0.5f; double d = y / 4.0 - f; f = -f % 3f;
        if (f < 1f) d += 2; if (d > 0.25) f = (float) d;
        boolean less = f <= d;
        return (int) f + (int) (long) d + (less ? 1 : 0);
    }
    static Object objects(N a, N b, int x) {
        Object o = a == b ? \"text\" : N.class;
        if (a != null) { a.v = x; a.l = b; s = a.r; }
        if (a instanceof M) { M m = (M) a; m.w = m.w + 1; }
        N n = new N(); n.l = s; c = c + x; s = null;
        return n.l == null ? o : n;
    }
    static int arrays(int x, int y) {
        int[] t = new int[4]; byte[] u = { 1, 2 }; N[][] n = new N[2][3];
        t[x] = y; u[y & 1] = (byte) x; n[1][y] = new M();
        return t.length + t[y] + u[0];
    }
    static int choice(int x) {
        switch (x) { case 0: return 5; case 1: return 6; case 4: c = 2; default: break; }
        s = new N(); plain(x); return x;
    }
    static void plain(int x) { if (x > 3) return; c = x; }
    static int guarded(N a, int x) {
        synchronized (Every.class) { c = x; }
        try { if (x > 1) throw new IllegalStateException(); return a.v / x; }
        catch (ArithmeticException e) { return -1; }
        catch (RuntimeException e) { return -2; }
    }
}
";

/// The name of an instruction's variant.
pub fn name(inst: &Inst) -> String {
    let text = format!("{inst:?}");
    text.chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// All names, as `inst.rs` has them.
fn all() -> BTreeSet<String> {
    let source = include_str!("../../../program/src/code/inst.rs");
    let body = source.split("pub enum Inst {").nth(1).and_then(|rest| rest.split("\n}").next());
    let variant = |line: &str| {
        let name = line.strip_prefix("    ")?;
        let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
        name.starts_with(|c: char| c.is_uppercase()).then_some(name)
    };
    body.expect("the instructions are an enum").lines().filter_map(variant).collect()
}

#[test]
fn every_instruction_is_followed() {
    let compiled = compile_text("Every", SOURCE);
    let mut random = Random::new(10);
    let mut followed = BTreeSet::new();
    for name in METHODS {
        let method = method(&compiled.program, &format!("Every.{name}"));
        let graph = super::build(&compiled.program, method, graph::Inputs::Any).expect("it has a graph");
        for _ in 0..40 {
            let run = super::replay(&compiled.program, method, &graph, &mut random);
            assert_eq!(run.lost, None, "{name}");
            followed.extend(run.instructions);
        }
    }
    let missing: Vec<String> = all().into_iter().filter(|name| !followed.contains(name)).collect();
    assert_eq!(missing, NOT_FOLLOWED);
}
