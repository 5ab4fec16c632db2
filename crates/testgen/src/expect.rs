//! What a test asserts: the returned value or the exception, and what the call changed.
//!
//! Everything is read off a concrete run. Objects the test has variables for are compared field by field with what they held
//! before; new objects are described in full, as far as [`MAX_CHECKS`] goes. Collections and other objects of the JDK are compared
//! by their text.

use explore::Entry;
use library::names;
use machine::concrete::{Machine, Value};
use program::class::Origin;
use program::{ClassId, FieldId, Flags, Program, Type, TypeId};

use crate::Dialect;
use crate::access::class_of;
use crate::cook::Cook;
use crate::java::{HELPER, Java};
use crate::literal;
use crate::name;
use crate::observe::{Ended, Observed};
use crate::outcome;
use crate::picture::{Content, Seen};
use crate::recipe::Recipe;

/// Assertions in one test.
const MAX_CHECKS: usize = 40;
/// Longest array compared as a whole.
const MAX_ELEMENTS: usize = 100;

/// The lines after the call, with the call.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The call itself, with what can be said about it in the same line.
    pub act: Check,
    /// The call alone, for when nothing can be said.
    pub bare: String,
    pub checks: Vec<Check>,
    /// `ReturnsTrue`, `ThrowsNoSuchElement`: the end of the test's name.
    pub outcome: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub line: String,
    /// The variable it declares.
    declares: Option<String>,
    /// The variable it looks at.
    of: Option<String>,
    asserts: bool,
}

/// What there is to say about a run, which is to end in `failure` if it is to fail.
pub fn expected<'p>(
    java: &Java<'_, 'p>,
    machine: &mut Machine<'p>,
    observed: &Observed,
    entry: &Entry,
    failure: Option<&explore::Thrown>,
    dialect: Dialect,
) -> Result<Expected, String> {
    let named = names(java.recipe, machine, observed);
    let mut writer = Writer {
        java,
        machine,
        observed,
        dialect,
        done: vec![false; observed.after.nodes.len()],
        names: named,
        checks: Vec::new(),
        locals: java.recipe.vars.iter().map(|var| var.name.clone()).collect(),
    };
    let call = writer.call(entry);
    let bare = format!("{call};");
    let act = match &observed.end {
        Ended::Threw(thrown) => writer.throws(thrown, failure, &call)?,
        Ended::Returned => match observed.after.roots.first() {
            Some(seen) => writer.returns(entry, *seen, &call),
            None => Check::plain(bare.clone()),
        },
    };
    let outcome = outcome::name(java, observed, entry, &writer.names);
    for node in 0..observed.before.nodes.len() {
        if writer.names[node].is_some() {
            writer.visit(node, false);
        }
    }
    for (field, seen) in &observed.changes {
        writer.changed_static(*field, *seen);
    }
    Ok(Expected { act, bare, checks: writer.checks, outcome })
}

impl Expected {
    /// Keeps what another run says too. `None` if nothing is left to assert.
    pub fn agreeing_with(mut self, other: &Expected, is_void: bool) -> Option<Self> {
        let mut missing: Vec<String> = Vec::new();
        if self.act != other.act {
            missing.extend(self.act.declares.take());
            self.act = Check::plain(self.bare.clone());
        }
        let checks = std::mem::take(&mut self.checks);
        for check in checks {
            let is_lost =
                check.of.as_ref().is_some_and(|of| missing.contains(of)) || !other.checks.contains(&check);
            if is_lost {
                missing.extend(check.declares);
            } else {
                self.checks.push(check);
            }
        }
        let says_something = self.act.asserts || is_void || self.checks.iter().any(|check| check.asserts);
        says_something.then_some(self)
    }
}

impl Check {
    fn plain(line: String) -> Self {
        Self { line, declares: None, of: None, asserts: false }
    }

    fn assertion(line: String, of: Option<&str>) -> Self {
        Self { line, declares: None, of: of.map(str::to_owned), asserts: true }
    }
}

/// The variables of objects, by the number of the object.
fn names(recipe: &Recipe, machine: &Machine<'_>, observed: &Observed) -> Vec<Option<(String, TypeId)>> {
    let mut out = vec![None; observed.after.nodes.len()];
    for (var, value) in recipe.vars.iter().zip(&observed.vars) {
        if let Value::Object(handle) = value
            && let Some(number) = observed.after.number_of(machine, *handle)
        {
            out[number] = Some((var.name.clone(), var.ty));
        }
    }
    out
}

struct Writer<'a, 'm, 'p> {
    java: &'a Java<'a, 'p>,
    machine: &'m mut Machine<'p>,
    observed: &'a Observed,
    dialect: Dialect,
    /// Objects that were described.
    done: Vec<bool>,
    /// Variables of objects, with their static types.
    names: Vec<Option<(String, TypeId)>>,
    checks: Vec<Check>,
    locals: Vec<String>,
}

impl<'p> Writer<'_, '_, 'p> {
    fn program(&self) -> &'p Program {
        self.java.access.program
    }

    fn call(&self, entry: &Entry) -> String {
        let has_receiver = entry.params.first().is_some_and(|param| param.name == "this");
        let args = &self.java.recipe.args;
        let (receiver, args) = if has_receiver { (args.first(), &args[1..]) } else { (None, &args[..]) };
        self.java.call(entry.method, receiver, args)
    }

    fn throws(
        &mut self,
        thrown: &machine::concrete::Thrown,
        failure: Option<&explore::Thrown>,
        call: &str,
    ) -> Result<Check, String> {
        let program = self.program();
        let class = program.class(thrown.class);
        match &*class.name {
            names::OUT_OF_MEMORY => {
                return Err("it runs out of memory, which depends on the JVM".into());
            }
            names::INITIALIZER | names::NO_CLASS_DEF => {
                return Err("a class cannot be initialised, which happens only once in a JVM".into());
            }
            _ => {}
        }
        let visible = self.java.access.nearest_name(thrown.class);
        let line = format!("assertThrows({visible}.class, () -> {call});");
        let is_explicit = failure.is_some_and(|thrown| explore::is_on_purpose(program, thrown));
        let message =
            thrown.message.as_ref().filter(|_| is_explicit && !self.overrides_message(thrown.class));
        let Some(message) = message else { return Ok(Check::assertion(line, None)) };
        let text = literal::text(&message.as_str().into());
        self.checks
            .push(Check::assertion(format!("assertEquals({text}, thrown.getMessage());"), Some("thrown")));
        Ok(Check {
            line: format!("{visible} thrown = {line}"),
            declares: Some("thrown".to_owned()),
            of: None,
            asserts: true,
        })
    }

    fn overrides_message(&self, class: ClassId) -> bool {
        let program = self.program();
        let found = program.find_method(class, "getMessage", "()Ljava/lang/String;");
        found.is_none_or(|found| program.class(program.method(found).class).origin != Origin::Jdk)
    }

    fn returns(&mut self, entry: &Entry, seen: Seen, call: &str) -> Check {
        let declared = match entry.is_constructor {
            true => self.program().class(self.program().method(entry.method).class).ty,
            false => self.program().method(entry.method).result,
        };
        let is_typed = !call.starts_with(HELPER);
        if self.is_simple(seen, declared) {
            return Check::assertion(self.equal(declared, seen, call, is_typed), None);
        }
        let Seen::Node(node) = seen else { return Check::plain(format!("{call};")) };
        let check = self.local("result", node, call, is_typed.then_some(declared), None);
        if !self.is_described(node) {
            self.visit(node, true);
        }
        check
    }

    /// Whether a value can be compared in the line it is computed in.
    fn is_simple(&self, seen: Seen, declared: TypeId) -> bool {
        match seen {
            Seen::Number(_) | Seen::Null => true,
            Seen::Node(node) => match self.observed.after.nodes[node].content {
                Content::Text(_) => declared == self.program().class_type(names::STRING),
                Content::Constant(_) => true,
                Content::Fields(_) | Content::Elements(_) | Content::Closed => self.names[node].is_some(),
            },
        }
    }

    fn is_described(&self, node: usize) -> bool {
        self.done[node]
    }

    /// Declares a variable for an object.
    fn local(
        &mut self,
        base: &str,
        node: usize,
        value: &str,
        from: Option<TypeId>,
        of: Option<&str>,
    ) -> Check {
        let taken = |name: &str| self.locals.iter().any(|local| local == name);
        let base = if base == "result" { base.to_owned() } else { name::variable(base) };
        let name = name::unused(&base, taken);
        let dynamic = self.observed.after.nodes[node].ty;
        let (ty, shown) = match (self.java.access.ty(dynamic), from) {
            (Some(shown), _) => (dynamic, shown),
            (None, Some(from)) => (from, self.java.declared(from)),
            (None, None) => (dynamic, "Object".to_owned()),
        };
        let cast = if from == Some(ty) || shown == "Object" { String::new() } else { format!("({shown}) ") };
        self.locals.push(name.clone());
        self.names[node] = Some((name.clone(), ty));
        Check {
            line: format!("{shown} {name} = {cast}{value};"),
            declares: Some(name),
            of: of.map(str::to_owned),
            asserts: false,
        }
    }

    /// Describes an object that has a variable: all of it, or what changed.
    fn visit(&mut self, node: usize, in_full: bool) {
        if self.done[node] || self.checks.len() >= MAX_CHECKS {
            return;
        }
        self.done[node] = true;
        let Some((name, ty)) = self.names[node].clone() else { return };
        let is_old = node < self.observed.before.nodes.len();
        let before = is_old.then(|| self.observed.before.nodes[node].content.clone());
        match self.observed.after.nodes[node].content.clone() {
            Content::Fields(fields) if self.is_own(node) => {
                let before = match before {
                    Some(Content::Fields(before)) if !in_full => Some(before),
                    _ => None,
                };
                for (index, (field, seen)) in fields.into_iter().enumerate() {
                    if self.is_sealed(field) {
                        continue;
                    }
                    let was = before.as_ref().map(|before| before[index].1);
                    self.field(&name, ty, field, was, seen);
                }
            }
            Content::Elements(elements) => {
                let before = match before {
                    Some(Content::Elements(before)) if !in_full => Some(before),
                    _ => None,
                };
                self.elements(&name, ty, before, &elements);
            }
            Content::Text(_) | Content::Constant(_) | Content::Fields(_) | Content::Closed => {
                if in_full || !is_old || self.has_changed(node) {
                    self.text(&name, node);
                }
            }
        }
    }

    /// Whether a field is inherited from the JDK, which lets nobody look at it.
    fn is_sealed(&self, field: FieldId) -> bool {
        let program = self.program();
        program.class(program.field(field).class).origin == Origin::Jdk
    }

    fn field(&mut self, owner: &str, ty: TypeId, field: FieldId, was: Option<Seen>, seen: Seen) {
        let info = self.program().field(field);
        if info.flags.is(Flags::SYNTHETIC) || self.checks.len() >= MAX_CHECKS {
            return;
        }
        if was == Some(seen) {
            if let Seen::Node(node) = seen
                && self.names[node].is_none()
                && self.has_changed(node)
                && let Some((value, from)) = self.read(owner, ty, field)
            {
                let check = self.local(&info.name, node, &value, from, Some(owner));
                self.checks.push(check);
                self.visit(node, false);
            }
            return;
        }
        if let Some((value, from)) = self.read(owner, ty, field) {
            self.holds(&info.name.clone(), owner, info.ty, seen, &value, from);
        }
    }

    /// Asserts what a static field holds now.
    fn changed_static(&mut self, field: FieldId, seen: Seen) {
        let info = self.program().field(field);
        let from = self.java.access.field(field).then_some(info.ty);
        let owner = self.program().class(info.class).java_name();
        self.holds(&info.name, &owner, info.ty, seen, &self.java.static_field(field), from);
    }

    /// An expression for the value of a field, and its static type unless that is `Object`.
    fn read(&self, owner: &str, ty: TypeId, field: FieldId) -> Option<(String, Option<TypeId>)> {
        let info = self.program().field(field);
        if self.java.access.field(field) {
            return Some((self.java.field_of(owner, ty, field)?, Some(info.ty)));
        }
        let class = class_of(self.program(), ty)?;
        if let Some(getter) = self.getter(class, field) {
            return Some((format!("{owner}.{}()", self.program().method(getter).name), Some(info.ty)));
        }
        Some((format!("{HELPER}.get({})", self.java.reflected(owner, ty, field)), None))
    }

    /// A visible method that returns the field and does nothing else.
    fn getter(&self, class: ClassId, field: FieldId) -> Option<program::MethodId> {
        let program = self.program();
        let info = program.field(field);
        let descriptor = format!("(){}", program.descriptor(info.ty));
        let capital = name::capital(&info.name);
        let names = [info.name.to_string(), format!("get{capital}"), format!("is{capital}")];
        let mut found = names.iter().filter_map(|name| program.find_method(class, name, &descriptor));
        found.find(|method| self.java.access.method(*method) && is_getter(program, *method, field))
    }

    /// Asserts what a place holds. New objects get a variable and are described in turn.
    fn holds(&mut self, base: &str, owner: &str, ty: TypeId, seen: Seen, value: &str, from: Option<TypeId>) {
        let is_simple = match seen {
            Seen::Number(_) | Seen::Null => true,
            Seen::Node(node) => {
                self.names[node].is_some()
                    || matches!(
                        self.observed.after.nodes[node].content,
                        Content::Text(_) | Content::Constant(_)
                    )
            }
        };
        if is_simple {
            let line = self.equal(ty, seen, value, from.is_some());
            return self.checks.push(Check::assertion(line, Some(owner)));
        }
        if let Seen::Node(node) = seen {
            let check = self.local(base, node, value, from, Some(owner));
            self.checks.push(check);
            self.visit(node, true);
        }
    }

    fn elements(&mut self, name: &str, ty: TypeId, before: Option<Vec<Seen>>, elements: &[Seen]) {
        if before.as_deref() == Some(elements) {
            return self.changed_elements(name, ty, elements);
        }
        let Some(element) = self.program().element_of(ty) else {
            return self.checks.push(Check::assertion(format!("assertNotNull({name});"), Some(name)));
        };
        if element.is_primitive() && elements.len() <= MAX_ELEMENTS {
            let shown: Vec<String> = elements.iter().map(|seen| self.number(element, *seen)).collect();
            let delta = self.delta(element);
            let line = format!(
                "assertArrayEquals(new {}[] {{{}}}, {name}{delta});",
                self.program().type_name(element),
                shown.join(", ")
            );
            return self.checks.push(Check::assertion(line, Some(name)));
        }
        if before.is_none() {
            let line = format!("assertEquals({}, {name}.length);", elements.len());
            self.checks.push(Check::assertion(line, Some(name)));
        }
        for (index, seen) in elements.iter().enumerate() {
            let was = before.as_ref().and_then(|before| before.get(index));
            if was != Some(seen) && self.checks.len() < MAX_CHECKS {
                let value = format!("{name}[{index}]");
                self.holds(&format!("{name}At{index}"), name, element, *seen, &value, Some(element));
            }
        }
    }

    /// The array holds the same, but what it holds may have changed.
    fn changed_elements(&mut self, name: &str, ty: TypeId, elements: &[Seen]) {
        for (index, seen) in elements.iter().enumerate() {
            if let Seen::Node(node) = seen
                && self.names[*node].is_none()
                && self.has_changed(*node)
            {
                let from = self.program().element_of(ty);
                let check = self.local(
                    &format!("{name}At{index}"),
                    *node,
                    &format!("{name}[{index}]"),
                    from,
                    Some(name),
                );
                self.checks.push(check);
                self.visit(*node, false);
            }
        }
    }

    /// Asserts what an object says about itself, unless that is nothing.
    fn text(&mut self, name: &str, node: usize) {
        let line = match self.said(node) {
            Some(text) if text.len() <= literal::MAX_TEXT => {
                format!("assertEquals({}, String.valueOf({name}));", literal::text(&text))
            }
            _ => format!("assertNotNull({name});"),
        };
        self.checks.push(Check::assertion(line, Some(name)));
    }

    /// The result of `toString`, if that is more than the name of the class.
    fn said(&mut self, node: usize) -> Option<program::JavaText> {
        let program = self.program();
        let object = self.observed.after.nodes[node].handle;
        let class = class_of(program, self.observed.after.nodes[node].ty)?;
        let general = program.declared_method(
            program.class_named(names::OBJECT).ok()?,
            "toString",
            "()Ljava/lang/String;",
        )?;
        let method = program.select(class, general).ok().filter(|method| *method != general)?;
        let mut cook = Cook { machine: self.machine, vars: Vec::new() };
        match cook.call(method, &[Value::Object(object)]) {
            Ok(Some(Value::Object(text))) => self.machine.text(text),
            _ => None,
        }
    }

    /// One line that compares; `is_typed` unless the value is an `Object` made of it by the helper.
    fn equal(&self, ty: TypeId, seen: Seen, value: &str, is_typed: bool) -> String {
        match seen {
            Seen::Null => format!("assertNull({value});"),
            Seen::Number(_) if is_typed && *self.program().ty(ty) == Type::Boolean => {
                let says = if self.number(ty, seen) == "true" { "True" } else { "False" };
                format!("assert{says}({value});")
            }
            Seen::Number(_) => {
                let delta = if is_typed { self.delta(ty) } else { "" };
                format!("assertEquals({}, {value}{delta});", self.number(ty, seen))
            }
            Seen::Node(node) => match &self.observed.after.nodes[node].content {
                Content::Text(text) => format!("assertEquals({}, {value});", literal::text(text)),
                Content::Constant(field) => {
                    format!("assertSame({}, {value});", self.java.static_field(*field))
                }
                Content::Fields(_) | Content::Elements(_) | Content::Closed => {
                    let name = self.names[node].as_ref().map_or("", |(name, _)| name);
                    format!("assertSame({name}, {value});")
                }
            },
        }
    }

    fn number(&self, ty: TypeId, seen: Seen) -> String {
        match seen {
            Seen::Number(number) => literal::number(self.program(), ty, number),
            Seen::Null | Seen::Node(_) => "null".to_owned(),
        }
    }

    /// JUnit 4 compares floating-point numbers only with a tolerance.
    fn delta(&self, ty: TypeId) -> &'static str {
        match (self.dialect, self.program().ty(ty)) {
            (Dialect::JUnit4, Type::Float) => ", 0.0f",
            (Dialect::JUnit4, Type::Double) => ", 0.0",
            _ => "",
        }
    }

    fn is_own(&self, node: usize) -> bool {
        let class = class_of(self.program(), self.observed.after.nodes[node].ty);
        class.is_some_and(|class| self.program().class(class).origin == Origin::ClassPath)
    }

    /// Whether an old object, or one it refers to, holds something else now. Objects with variables speak for themselves.
    fn has_changed(&self, node: usize) -> bool {
        let mut seen = vec![node];
        let mut next = 0;
        while let Some(node) = seen.get(next).copied() {
            next += 1;
            if node >= self.observed.before.nodes.len() {
                return true;
            }
            let content = &self.observed.after.nodes[node].content;
            if *content != self.observed.before.nodes[node].content {
                return true;
            }
            let targets: Vec<Seen> = match content {
                Content::Fields(fields) => fields.iter().map(|(_, seen)| *seen).collect(),
                Content::Elements(elements) => elements.clone(),
                Content::Text(_) | Content::Constant(_) | Content::Closed => Vec::new(),
            };
            for target in targets {
                if let Seen::Node(target) = target
                    && self.names[target].is_none()
                    && !seen.contains(&target)
                {
                    seen.push(target);
                }
            }
        }
        false
    }
}

/// Whether all a method does is return a field of its receiver.
fn is_getter(program: &Program, method: program::MethodId, field: FieldId) -> bool {
    use program::code::Inst;
    let Ok(body) = program.body(method) else { return false };
    let [Inst::GetField { dst, field: read, .. }, Inst::ReturnValue { src }] = &body.insts[..] else {
        return false;
    };
    program.resolve_field(*read).is_ok_and(|found| found == field) && src == dst
}
