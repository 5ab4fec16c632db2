//! Collects what classes declare: names first, then the hierarchy, then the members, those of superclasses before those below.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::{Diagnostic, IdVec, Source};
use library::mentioned;

use super::{
    ClassId, ClassInfo, FieldInfo, MethodId, MethodInfo, PredicateInfo, Table, is_literal, same_sorts,
    unusable_type,
};
use crate::java::ast::{self, TypeRefKind, Unit};
use crate::java::types::Type;
use crate::java::{Result, error};

impl<'a> Table<'a> {
    /// Collects the declarations of all files. Problems are reported per declaration, which is then left out.
    pub fn new(units: &'a [(Arc<Source>, Unit)], problems: &mut Vec<Diagnostic>) -> Self {
        let mut table = Self {
            classes: IdVec::new(),
            fields: IdVec::new(),
            methods: IdVec::new(),
            predicates: IdVec::new(),
            by_name: BTreeMap::new(),
            unusable: units.iter().flat_map(|(_, unit)| unit.refused.iter().cloned()).collect(),
            imported: units.iter().flat_map(|(_, unit)| unit.imports.iter().cloned()).collect(),
        };
        for (source, unit) in units {
            for decl in &unit.classes {
                table.declare_class(source, decl, problems);
            }
        }
        for class in table.classes.ids() {
            table.resolve_supers(class, problems);
        }
        for class in table.in_hierarchy_order(problems) {
            if table.has_known_superclass(class) {
                table.declare_members(class, problems);
            } else {
                table.unusable.insert(table.classes[class].decl.name.text.clone());
            }
        }
        table
    }

    /// What an unknown superclass does when it is constructed, has for members or is a subclass of may change everything.
    fn has_known_superclass(&self, class: ClassId) -> bool {
        let decl = self.classes[class].decl;
        let Some(TypeRefKind::Named(name, _)) = decl.superclass.as_ref().map(|parent| &parent.kind) else {
            return true;
        };
        !self.is_unusable(name) && (self.class_named(name).is_some() || mentioned::superclass(name).is_some())
    }

    fn declare_class(
        &mut self,
        source: &'a Arc<Source>,
        decl: &'a ast::Class,
        problems: &mut Vec<Diagnostic>,
    ) {
        if self.by_name.contains_key(decl.name.text.as_str()) {
            let message = format!("class `{}` is declared twice", decl.name.text);
            problems.push(*error(source, decl.name.span, "duplicate-class", message));
            self.unusable.insert(decl.name.text.clone());
            return;
        }
        if mentioned::superclass(&decl.name.text).is_some() {
            let message = format!("a class named like the JDK's `{}` cannot be verified yet", decl.name.text);
            problems.push(*error(source, decl.name.span, "unsupported-java", message));
            self.unusable.insert(decl.name.text.clone());
            return;
        }
        let class = self.classes.push(ClassInfo {
            decl,
            source,
            supers: Vec::new(),
            external_supers: Vec::new(),
            unread: decl.unread.clone(),
            has_initialiser: decl.has_initialiser,
            fields: Vec::new(),
            methods: Vec::new(),
            predicates: Vec::new(),
        });
        self.by_name.insert(&decl.name.text, class);
    }

    fn resolve_supers(&mut self, class: ClassId, problems: &mut Vec<Diagnostic>) {
        let (decl, source) = (self.classes[class].decl, self.classes[class].source);
        for parameter in &decl.type_parameters {
            if self.class_named(&parameter.text).is_some() {
                let message = format!(
                    "a type parameter named like the class `{}` cannot be verified yet",
                    parameter.text
                );
                problems.push(*error(source, parameter.span, "unsupported-java", message));
            }
        }
        for parent in decl.superclass.iter().chain(&decl.interfaces) {
            let TypeRefKind::Named(name, _) = &parent.kind else { continue };
            if self.is_unusable(name) {
                problems.push(*unusable_type(source, parent.span, name));
            } else if let Some(parent) = self.class_named(name) {
                self.classes[class].supers.push(parent);
            } else if mentioned::superclass(name).is_some() {
                self.classes[class].external_supers.push(name.clone());
            } else {
                let message = format!("no class is named `{name}` in the given files");
                problems.push(*error(source, parent.span, "unknown-type", message));
            }
        }
    }

    /// Superclasses before subclasses; a class above itself is reported and cut off.
    fn in_hierarchy_order(&mut self, problems: &mut Vec<Diagnostic>) -> Vec<ClassId> {
        let mut out: Vec<ClassId> = Vec::new();
        while out.len() < self.classes.len() {
            let ready = self.classes.ids().find(|class| {
                !out.contains(class) && self.classes[*class].supers.iter().all(|parent| out.contains(parent))
            });
            match ready {
                Some(class) => out.push(class),
                None => {
                    let stuck =
                        self.classes.ids().find(|class| !out.contains(class)).expect("some class is left");
                    let name = &self.classes[stuck].decl.name;
                    let message = format!("class `{}` is above itself", name.text);
                    problems.push(*error(self.classes[stuck].source, name.span, "cyclic-hierarchy", message));
                    self.classes[stuck].supers.clear();
                }
            }
        }
        out
    }

    fn declare_members(&mut self, class: ClassId, problems: &mut Vec<Diagnostic>) {
        let decl = self.classes[class].decl;
        for field in &decl.fields {
            match self.resolve_type(Some(class), self.classes[class].source, &field.ty) {
                Ok(ty) => {
                    let ty = if field.is_ghost { ty.ghost() } else { ty };
                    let id = self.fields.push(FieldInfo { class, decl: field, ty });
                    self.classes[class].fields.push(id);
                }
                Err(problem) => {
                    self.classes[class].unread.push(field.name.text.clone());
                    self.classes[class].has_initialiser |= field
                        .init
                        .as_ref()
                        .is_some_and(|init| !field.modifiers.is_static && !is_literal(init));
                    problems.push(*problem);
                }
            }
        }
        for predicate in &decl.predicates {
            if let Err(problem) = self.declare_predicate(class, predicate) {
                problems.push(*problem);
            }
        }
        for method in &decl.methods {
            if let Err(problem) = self.declare_method(class, method) {
                self.classes[class].unread.push(method.name.text.clone());
                problems.push(*problem);
            }
        }
    }

    fn declare_predicate(&mut self, class: ClassId, decl: &'a ast::Predicate) -> Result<()> {
        let source = self.classes[class].source;
        if self.classes[class]
            .predicates
            .iter()
            .any(|&other| self.predicates[other].decl.name.text == decl.name.text)
        {
            let message = format!("predicate `{}` is declared twice", decl.name.text);
            return Err(error(source, decl.name.span, "duplicate-member", message));
        }
        let params: Vec<_> = self.param_types(class, &decl.params, true)?;
        let above = self.predicate(class, &decl.name.text);
        if let Some(above) = above.map(|above| &self.predicates[above]) {
            let problem = |message: &str| {
                let message = format!("`{}` {message}", decl.name.text);
                Err(error(source, decl.name.span, "bad-override", message))
            };
            if above.decl.is_static != decl.is_static {
                return problem("hides a predicate of which one is `static` and one is not");
            }
            if !decl.is_static && !same_sorts(&above.params, &params) {
                return problem("overrides a predicate with other parameters");
            }
        }
        let overridden = above.filter(|_| !decl.is_static);
        let root =
            overridden.map_or(self.predicates.next_id(), |overridden| self.predicates[overridden].root);
        let id = self.predicates.push(PredicateInfo { class, decl, params, root });
        self.classes[class].predicates.push(id);
        Ok(())
    }

    fn param_types(&self, class: ClassId, params: &[ast::Param], is_ghost: bool) -> Result<Vec<Type>> {
        let source = self.classes[class].source;
        let resolve = |param: &ast::Param| {
            let ty = self.resolve_type(Some(class), source, &param.ty)?;
            Ok(if is_ghost { ty.ghost() } else { ty })
        };
        params.iter().map(resolve).collect()
    }

    fn declare_method(&mut self, class: ClassId, decl: &'a ast::Method) -> Result<()> {
        let source = self.classes[class].source;
        let params = self.param_types(class, &decl.params, decl.is_ghost)?;
        let given = self.param_types(class, &decl.contract.given, true)?;
        let result = match &decl.result {
            Some(ty) if decl.is_ghost => self.resolve_type(Some(class), source, ty)?.ghost(),
            Some(ty) => self.resolve_type(Some(class), source, ty)?,
            None => Type::Void,
        };
        let id = self.methods.next_id();
        let overrides = self.overridden(class, decl, &params);
        let inherits = decl.contract.is_empty() && !overrides.is_empty();
        let contract = if inherits { self.methods[overrides[0]].contract } else { id };
        let name = self.display_name(class, decl, &params);
        self.methods.push(MethodInfo { class, decl, params, given, result, overrides, contract, name });
        self.classes[class].methods.push(id);
        Ok(())
    }

    fn overridden(&self, class: ClassId, decl: &ast::Method, params: &[Type]) -> Vec<MethodId> {
        if decl.modifiers.is_static || decl.result.is_none() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for ancestor in self.ancestors(class).into_iter().skip(1) {
            for &method in &self.classes[ancestor].methods {
                let info = &self.methods[method];
                let same = info.decl.name.text == decl.name.text && info.params.len() == params.len();
                let erased = info
                    .params
                    .iter()
                    .zip(params)
                    .all(|(above, own)| self.same_erasure((ancestor, above), (class, own)));
                if same && erased && !info.decl.modifiers.is_static && !info.decl.modifiers.is_private {
                    out.push(method);
                }
            }
        }
        out
    }

    /// Whether two parameters make a method override another [JLS 8.4.2]: the same type, where a type parameter of a
    /// generic class may stand for any reference.
    fn same_erasure(&self, (above_class, above): (ClassId, &Type), (class, own): (ClassId, &Type)) -> bool {
        let is_open = |class, ty: &Type| matches!(ty, Type::Class(name, _) if self.is_type_parameter(Some(class), name));
        match (above, own) {
            _ if is_open(above_class, above) || is_open(class, own) => {
                above.is_reference() && own.is_reference()
            }
            (Type::Class(above, _), Type::Class(own, _)) => above == own,
            (Type::Array(above), Type::Array(own)) => self.same_erasure((above_class, above), (class, own)),
            _ => above == own,
        }
    }

    fn display_name(&self, class: ClassId, decl: &ast::Method, params: &[Type]) -> String {
        let class = self.classes[class].decl;
        let overloaded = class.methods.iter().filter(|other| other.name.text == decl.name.text).count() > 1;
        let base = format!("{}.{}", class.name.text, decl.name.text);
        if !overloaded {
            return base;
        }
        let params: Vec<_> = params.iter().map(Type::to_string).collect();
        format!("{base}({})", params.join(", "))
    }
}
