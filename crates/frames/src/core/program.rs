//! Members of a core program and the ids that name them.

use base::{IdVec, Place, define_id};

use super::{Assertion, Block, Expr, Type};

define_id! {
    pub struct FieldId = "field";
}
define_id! {
    pub struct PredicateId = "predicate";
}
define_id! {
    pub struct FunctionId = "function";
}
define_id! {
    pub struct MethodId = "method";
}
define_id! {
    pub struct DomainId = "domain";
}
define_id! {
    pub struct DomainFunctionId = "dfun";
}
define_id! {
    /// A parameter, result, local or bound variable of one member.
    pub struct LocalId = "local";
}
define_id! {
    /// A label of one method: a jump target, a state `old[label]` may ask for, or both.
    pub struct LabelId = "label";
}

/// The locals of a member.
pub type Locals = IdVec<LocalId, Local>;

/// A program to be verified.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub fields: IdVec<FieldId, Field>,
    pub predicates: IdVec<PredicateId, Predicate>,
    pub functions: IdVec<FunctionId, Function>,
    pub methods: IdVec<MethodId, Method>,
    pub domains: IdVec<DomainId, Domain>,
    pub domain_functions: IdVec<DomainFunctionId, DomainFunction>,
}

/// A parameter, result or variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Empty for a value only the front end keeps.
    pub name: String,
    pub ty: Type,
    pub place: Place,
}

/// A place of a body that has a name.
#[derive(Clone, Debug)]
pub struct Label {
    pub name: String,
    pub place: Place,
}

/// A heap field. Java's `C.f` becomes one field named `C.f`; array elements are a field too (see [`Resource`]).
///
/// [`Resource`]: super::Resource
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    pub place: Place,
    /// Every value of an `Int` field lies between these (a machine integer): known wherever the field is owned.
    pub bounds: Option<(i128, i128)>,
}

/// One `requires`, `ensures` or `invariant` clause.
pub type Contract = Vec<Assertion>;

/// A named assertion. Without a body it is abstract and cannot be folded or unfolded.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub place: Place,
    pub locals: Locals,
    pub params: Vec<LocalId>,
    pub body: Option<Assertion>,
    /// What stands for a magic wand has no body, but these.
    pub wand: Option<Wand>,
}

/// **Magic wand** `lhs --* rhs`: who gives it and `lhs` away gets `rhs`. Its parameters stand for all that has its value when
/// the wand is made; `old[lhs]` in `rhs` is the heap `lhs` is given away in ([`LabelId::LHS`]).
#[derive(Clone, Debug)]
pub struct Wand {
    pub lhs: Assertion,
    pub rhs: Assertion,
}

impl Predicate {
    /// The assertions it stands for.
    pub fn parts(&self) -> impl Iterator<Item = &Assertion> {
        let of_wand = self.wand.iter().flat_map(|wand| [&wand.lhs, &wand.rhs]);
        self.body.iter().chain(of_wand)
    }
}

impl LabelId {
    /// The state in which the left side of a wand is given away.
    pub const LHS: LabelId = LabelId(u32::MAX);
    /// The state in which the body of a function begins to be evaluated.
    pub const START: LabelId = LabelId(u32::MAX - 1);
}

/// A pure function of its arguments and of the heap its precondition asks for. Without a body only its
/// postcondition is known. `opaque` functions are unfolded only where asked for ([`ExprKind::Using`], `Use`).
///
/// [`ExprKind::Using`]: super::ExprKind::Using
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub place: Place,
    pub locals: Locals,
    pub params: Vec<LocalId>,
    pub result_type: Type,
    /// Stands for the result in the postcondition.
    pub result: LocalId,
    pub requires: Contract,
    pub ensures: Contract,
    /// A termination measure: lexicographic, each part an `Int` bounded by 0 below. Empty: not checked.
    pub decreases: Vec<Expr>,
    pub body: Option<Expr>,
    pub opaque: bool,
    /// Recursion is allowed because what the body opens or drops is gone where it calls itself: the heap becomes smaller.
    pub shrinking: bool,
}

/// A procedure. Without a body it is trusted. The body ends at its end; an early return is a jump.
#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub place: Place,
    pub locals: Locals,
    pub labels: IdVec<LabelId, Label>,
    pub params: Vec<LocalId>,
    pub returns: Vec<LocalId>,
    pub requires: Contract,
    pub ensures: Contract,
    pub body: Option<Block>,
}

/// An uninterpreted sort with functions and axioms over it.
#[derive(Clone, Debug)]
pub struct Domain {
    pub name: String,
    pub place: Place,
    /// Names of the type parameters.
    pub params: Vec<String>,
    pub axioms: Vec<Axiom>,
}

/// A function of a domain: nothing is known of it but the axioms.
#[derive(Clone, Debug)]
pub struct DomainFunction {
    pub name: String,
    pub place: Place,
    pub domain: DomainId,
    pub params: Vec<Type>,
    pub result: Type,
    /// Different from every other unique function of the same result type.
    pub unique: bool,
}

/// What holds of a domain's functions.
#[derive(Clone, Debug)]
pub struct Axiom {
    pub name: String,
    pub place: Place,
    pub locals: Locals,
    pub body: Expr,
}
