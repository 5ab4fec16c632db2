//! Javalite's class table, as heaps want to know it: no subclasses, one candidate for every class.

use heap::{Candidates, Class, Field, Kind, Types};

use super::machine::kind;
use super::syntax::{ClassId, FieldId, Program};

impl Types for Program {
    fn is_subtype(&self, class: Class, of: Class) -> bool {
        class == of
    }

    fn candidates(&self, bound: Class) -> Candidates {
        Candidates { classes: [bound].into(), complete: true }
    }

    fn kind(&self, field: Field) -> Kind {
        kind(self.fields[FieldId(field.0)].ty)
    }

    fn element(&self, _: Class) -> Option<Kind> {
        None
    }

    fn class_name(&self, class: Class) -> String {
        self.classes[ClassId(class.0)].name.clone()
    }

    fn field_name(&self, field: Field) -> String {
        self.fields[FieldId(field.0)].name.clone()
    }
}
