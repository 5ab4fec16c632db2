//! Viper's syntax tree as written: names unresolved, no types inferred.

use base::Place;
use num_bigint::BigInt;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub place: Place,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub imports: Vec<Import>,
    pub fields: Vec<Variable>,
    pub methods: Vec<Method>,
    pub functions: Vec<Function>,
    pub predicates: Vec<Predicate>,
    pub domains: Vec<Domain>,
    pub adts: Vec<Adt>,
    pub macros: Vec<Macro>,
}

/// `import "path"`, or `import <path>` of what comes with the language.
#[derive(Clone, Debug)]
pub struct Import {
    pub path: String,
    pub standard: bool,
    pub place: Place,
}

/// A variable and its type.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub ty: TypeName,
}

/// A type as written: a name and its arguments.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub name: Name,
    pub arguments: Vec<TypeName>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    pub name: Name,
    pub params: Vec<Variable>,
    pub returns: Vec<Variable>,
    pub requires: Vec<Exp>,
    pub ensures: Vec<Exp>,
    pub body: Option<Vec<Statement>>,
    pub decreases: Vec<Measure>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub params: Vec<Variable>,
    pub result: TypeName,
    pub requires: Vec<Exp>,
    pub ensures: Vec<Exp>,
    pub body: Option<Exp>,
    pub opaque: bool,
    pub decreases: Vec<Measure>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: Name,
    pub params: Vec<Variable>,
    pub body: Option<Exp>,
}

/// A domain.
#[derive(Clone, Debug)]
pub struct Domain {
    pub name: Name,
    pub params: Vec<Name>,
    pub functions: Vec<DomainFunction>,
    pub axioms: Vec<(Option<Name>, Exp)>,
    /// Interpreted by the SMT solver's own theories, which we do not support.
    pub interpretation: Option<Place>,
}

/// A function of a domain.
#[derive(Clone, Debug)]
pub struct DomainFunction {
    pub name: Name,
    pub params: Vec<TypeName>,
    pub result: TypeName,
    pub unique: bool,
}

/// An algebraic data type: its values are made by its constructors, each in one way.
#[derive(Clone, Debug)]
pub struct Adt {
    pub name: Name,
    pub params: Vec<Name>,
    pub constructors: Vec<Constructor>,
    pub derives: Vec<Derived>,
}

#[derive(Clone, Debug)]
pub struct Constructor {
    pub name: Name,
    pub params: Vec<Variable>,
}

/// A function derived for an algebraic data type, such as `contains`, without some of its parameters.
#[derive(Clone, Debug)]
pub struct Derived {
    pub name: Name,
    pub argument: Option<TypeName>,
    pub without: Vec<Name>,
}

/// A `decreases` clause: what becomes smaller with each call or round.
#[derive(Clone, Debug)]
pub struct Measure {
    pub kind: MeasureKind,
    pub condition: Option<Exp>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub enum MeasureKind {
    Tuple(Vec<Exp>),
    /// `_`: it ends, and nobody checks.
    Wildcard,
    /// `*`: it need not end.
    Star,
}

/// A macro.
#[derive(Clone, Debug)]
pub struct Macro {
    pub name: Name,
    pub params: Vec<Name>,
    pub body: MacroBody,
}

/// What a macro stands for.
#[derive(Clone, Debug)]
pub enum MacroBody {
    Exp(Exp),
    Block(Vec<Statement>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Exp {
    pub kind: ExpKind,
    pub place: Place,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExpKind {
    Int(BigInt),
    True,
    False,
    Null,
    Write,
    NoPerm,
    Wildcard,
    Result,
    Name(String),
    Field(Box<Exp>, Name),
    /// A call of a function, domain function, predicate or macro; `ty` is the `: T` of `(f(x): T)`.
    Call {
        name: Name,
        arguments: Vec<Exp>,
        ty: Option<TypeName>,
        reveal: bool,
    },
    Not(Box<Exp>),
    Neg(Box<Exp>),
    Binary(Operator, Box<Exp>, Box<Exp>),
    Conditional(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `acc(resource, permission)`; the resource is a field access or predicate call.
    Acc(Box<Exp>, Option<Box<Exp>>),
    Old(Option<Name>, Box<Exp>),
    Unfolding(Box<Exp>, Box<Exp>),
    Let(Name, Box<Exp>, Box<Exp>),
    Quantified {
        existential: bool,
        bound: Vec<Variable>,
        triggers: Vec<Vec<Exp>>,
        body: Box<Exp>,
    },
    InhaleExhale(Box<Exp>, Box<Exp>),
    Perm(Box<Exp>),
    /// `Seq(..)`, `Set(..)`, `Multiset(..)`, `Seq[T]()`.
    Literal {
        collection: Name,
        element: Option<TypeName>,
        elements: Vec<Exp>,
    },
    Range(Box<Exp>, Box<Exp>),
    Length(Box<Exp>),
    Index(Box<Exp>, Box<Exp>),
    Update(Box<Exp>, Box<Exp>, Box<Exp>),
    Slice(Box<Exp>, Option<Box<Exp>>, Option<Box<Exp>>),
    /// `Map[K, V]()`, `Map(k := v, …)`.
    Map {
        types: Option<(TypeName, TypeName)>,
        entries: Vec<(Exp, Exp)>,
    },
    /// `domain(m)`
    Keys(Box<Exp>),
    /// `range(m)`
    Values(Box<Exp>),
    /// `forperm x: T [resource] :: body`
    ForPerm {
        bound: Vec<Variable>,
        resource: Box<Exp>,
        body: Box<Exp>,
    },
    /// `asserting (A) in e`
    Asserting(Box<Exp>, Box<Exp>),
    /// `applying (A --* B) in e`
    Applying(Box<Exp>, Box<Exp>),
    /// Parsed, but outside what we support.
    Unsupported(&'static str),
}

/// Operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Slash,
    Less,
    LessEq,
    Greater,
    GreaterEq,
    Eq,
    NotEq,
    And,
    Or,
    Implies,
    Iff,
    Append,
    In,
    Union,
    Intersection,
    Difference,
    Subset,
    Wand,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub place: Place,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    Declare(Vec<Variable>),
    /// `targets := value`, where the value may be a method call or `new`; also declarations with a value.
    Assign {
        declare: Vec<Variable>,
        targets: Vec<Exp>,
        value: Value,
    },
    /// A method or macro call without targets.
    Call(Exp),
    Fold(Exp),
    Unfold(Exp),
    Inhale(Exp),
    Exhale(Exp),
    Assert(Exp),
    Assume(Exp),
    Refute(Exp),
    If {
        condition: Exp,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    While {
        condition: Exp,
        invariants: Vec<Exp>,
        decreases: Vec<Measure>,
        body: Vec<Statement>,
    },
    Label(Name, Vec<Exp>),
    Goto(Name),
    Block(Vec<Statement>),
    /// A macro for this method alone.
    Define(Box<Macro>),
    /// `package A --* B { script }`
    Package(Exp, Vec<Statement>),
    Apply(Exp),
    /// `quasihavoc c ==> r`, `quasihavocall x: T :: c ==> r`
    QuasiHavoc {
        bound: Vec<Variable>,
        condition: Option<Exp>,
        resource: Exp,
    },
    Unsupported(&'static str),
}

/// What is assigned.
#[derive(Clone, Debug)]
pub enum Value {
    Exp(Exp),
    /// `new(*)` is `None`.
    New(Option<Vec<Name>>),
}
