//! Methods and constructors: their contracts and their bodies, each once or once for every class that runs it.

use std::sync::Arc;

use base::Source;

use super::cx::{Cx, Mode};
use super::head::Head;
use super::{Broken, Builder, Language, Routine};
use crate::core;
use crate::java::Result;
use crate::java::ast::{Body, Unit};
use crate::java::table::{ClassId, MethodId};

impl<'a> Builder<'a> {
    /// Contracts of all members, again until no further member turns out to rely on a broken one.
    pub fn contracts(&mut self) {
        for (method, info) in self.table.methods.iter_enumerated() {
            if info.decl.result.is_none() && self.table.classes[info.class].has_initialiser {
                self.broken.insert(Broken::Method(method));
                self.hidden.insert(info.name.clone());
            }
        }
        loop {
            let known = self.broken.len();
            let mut problems = self.predicates_and_functions();
            for (method, problem) in self.unchecked_overrides() {
                self.broken.insert(Broken::Method(self.table.methods[method].contract));
                self.hidden.insert(self.table.methods[method].name.clone());
                problems.push(*problem);
            }
            for method in self.table.methods.ids() {
                if let Routine::Method(id) = self.routines[method] {
                    match self.method(method, None, false) {
                        Ok(lowered) => self.program.methods[id] = lowered,
                        Err(problem) => {
                            self.broken.insert(Broken::Method(self.table.methods[method].contract));
                            problems.push(*problem);
                        }
                    }
                }
            }
            if self.broken.len() == known {
                self.problems.append(&mut problems);
                return self.empty_broken();
            }
        }
    }

    /// Members whose contract has a problem take no part: nobody relies on them, and nothing is said of them.
    fn empty_broken(&mut self) {
        for broken in self.broken.clone() {
            match broken {
                Broken::Predicate(predicate) => {
                    self.program.predicates[self.predicates[predicate]].body = None;
                }
                Broken::Method(method) => match self.routines[method] {
                    Routine::Function(function) => {
                        let function = &mut self.program.functions[function];
                        (function.requires, function.ensures, function.body) = (Vec::new(), Vec::new(), None);
                    }
                    Routine::Method(method) => {
                        let method = &mut self.program.methods[method];
                        (method.requires, method.ensures, method.body) = (Vec::new(), Vec::new(), None);
                    }
                },
            }
        }
    }

    /// The bodies of all members.
    pub fn bodies(&mut self) {
        for method in self.table.methods.ids() {
            let Routine::Method(id) = self.routines[method] else { continue };
            let info = &self.table.methods[method];
            if self.broken.contains(&Broken::Method(info.contract)) {
                self.hidden.insert(info.name.clone());
                continue;
            }
            if let Err(problem) = self.method_bodies(method, id) {
                self.hidden.insert(info.name.clone());
                self.problems.push(*problem);
                continue;
            }
            self.override_checks(method);
        }
    }

    /// The body, once; where predicates differ by subclass, once for each class that runs it.
    fn method_bodies(&mut self, method: MethodId, id: core::MethodId) -> Result<()> {
        let info = &self.table.methods[method];
        if matches!(info.decl.body, Body::Absent) || info.decl.contract.is_trusted {
            return Ok(());
        }
        let is_constructor = info.decl.result.is_none();
        let runs_in = self.classes_running(method);
        if info.decl.modifiers.is_static || !self.has_families(info.class) || runs_in.is_empty() {
            self.program.methods[id] = self.method(method, None, true)?;
            return Ok(());
        }
        for class in runs_in {
            if class == info.class {
                self.program.methods[id] = self.method(method, Some(class), true)?;
            } else if !is_constructor {
                let mut again = self.method(method, Some(class), true)?;
                again.name = format!("{} in {}", info.name, self.table.classes[class].decl.name.text);
                self.program.methods.push(again);
            }
        }
        Ok(())
    }

    /// Concrete classes whose objects run this body.
    fn classes_running(&self, method: MethodId) -> Vec<ClassId> {
        let info = &self.table.methods[method];
        let overriders = self.table.overriders(method);
        let is_own = |class: &ClassId| {
            let decl = self.table.classes[*class].decl;
            let overridden = overriders
                .iter()
                .any(|&other| self.table.is_subclass(*class, self.table.methods[other].class));
            !decl.is_interface && !decl.modifiers.is_abstract && !overridden
        };
        self.table.descendants(info.class).into_iter().filter(is_own).collect()
    }

    /// A method.
    pub fn method(
        &mut self,
        method: MethodId,
        exact: Option<ClassId>,
        with_body: bool,
    ) -> Result<core::Method> {
        let info = &self.table.methods[method];
        let place = self.place_of(method);
        let class = info.class;
        let mut cx = Cx::new(self, Some(class), self.table.classes[class].source);
        cx.method = Some(method);
        let head = Head::new(&mut cx, method, &place);
        let requires = head.requires(&mut cx)?;
        let ensures = head.ensures(&mut cx)?;
        let body = match (&info.decl.body, with_body) {
            (Body::Block(block), true) => Some(head.body(&mut cx, block, exact)?),
            (Body::Bad(problem), true) => return Err(Box::new(problem.clone())),
            (Body::Absent, _) | (_, false) => None,
        };
        let (locals, labels) = (std::mem::take(&mut cx.locals), std::mem::take(&mut cx.labels));
        let is_trusted = info.decl.contract.is_trusted;
        if info.decl.is_ghost && matches!(info.decl.body, Body::Absent) && !is_trusted {
            return Err(self.member_error(
                method,
                "missing-proof",
                "a lemma needs a proof; say `trusted` to assume it",
            ));
        }
        if matches!(info.decl.body, Body::Absent) && !info.decl.modifiers.is_abstract && !is_trusted {
            let message =
                "this method's body is not Java, so nothing is proven; say `trusted` to assume its contract";
            return Err(self.member_error(method, "missing-proof", message));
        }
        let name = if is_trusted { format!("{} (trusted)", info.name) } else { info.name.clone() };
        Ok(core::Method {
            name,
            place,
            locals,
            labels,
            params: head.params(),
            returns: head.returns(),
            requires,
            ensures,
            body,
        })
    }

    /// The paper's main routine, as a method without contract.
    pub fn main_routine(&mut self, source: &'a Arc<Source>, unit: &Unit) {
        let (Language::Paper, Some(block)) = (self.language, &unit.main) else { return };
        let place = source.place(block[0].span.start, block[block.len() - 1].span.end);
        let mut cx = Cx::new(self, None, source);
        cx.mode = Mode::Code;
        let body = cx.collect(|cx| cx.statements(block));
        let (locals, labels) = (std::mem::take(&mut cx.locals), std::mem::take(&mut cx.labels));
        match body {
            Ok((body, ())) => {
                self.program.methods.push(core::Method {
                    name: "main".to_string(),
                    place,
                    locals,
                    labels,
                    params: Vec::new(),
                    returns: Vec::new(),
                    requires: Vec::new(),
                    ensures: Vec::new(),
                    body: Some(body),
                });
            }
            Err(problem) => self.problems.push(*problem),
        }
    }

    /// Whether proofs need to know the classes of objects.
    pub fn uses_types(&self) -> bool {
        self.table.classes.iter().any(|class| {
            let text = &class.source.text;
            !class.supers.is_empty()
                || !class.external_supers.is_empty()
                || ["instanceof", "signals", "catch"].iter().any(|word| text.contains(word))
        })
    }
}
