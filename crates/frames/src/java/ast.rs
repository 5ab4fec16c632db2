//! The syntax tree of a Java file with its contracts: what the programmer wrote, names not yet resolved.
//!
//! One [`Expr`] serves code and contracts alike, because a contract speaks about the program in the program's own
//! words; what is allowed where is decided when the tree is lowered. A file in the paper's syntax
//! becomes the same tree. Parts that could not be understood are [`Diagnostic`]s kept where they occurred, so
//! that one bad method does not hide the others.

use base::Diagnostic;

/// A stretch of bytes in the one source file a tree belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// From here to the end of another.
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A file: its classes, and the paper's main routine where there is one.
#[derive(Debug, Default)]
pub struct Unit {
    pub classes: Vec<Class>,
    /// Names of types that are declared here but could not be read.
    pub refused: Vec<String>,
    /// All words of import declarations, names of imported classes among them.
    pub imports: Vec<String>,
    pub main: Option<Block>,
    pub problems: Vec<Diagnostic>,
}

/// The modifiers that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    pub is_static: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    /// Private members are never overridden.
    pub is_private: bool,
}

/// A class or interface.
#[derive(Debug)]
pub struct Class {
    pub name: Name,
    pub modifiers: Modifiers,
    pub is_interface: bool,
    pub type_parameters: Vec<Name>,
    pub superclass: Option<TypeRef>,
    pub interfaces: Vec<TypeRef>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub predicates: Vec<Predicate>,
    /// A block runs whenever an object is made, which is not supported: nothing is known of what constructors do.
    pub has_initialiser: bool,
    /// Names of fields and methods that could not be read. They exist, so that the names mean nothing else.
    pub unread: Vec<String>,
    /// Type parameters with a bound.
    pub bounded: Vec<String>,
}

impl Class {
    /// A class without members.
    pub fn named(name: Name) -> Self {
        Self {
            name,
            modifiers: Modifiers::default(),
            is_interface: false,
            type_parameters: Vec::new(),
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            predicates: Vec::new(),
            has_initialiser: false,
            unread: Vec::new(),
            bounded: Vec::new(),
        }
    }
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub ty: TypeRef,
    pub modifiers: Modifiers,
    pub init: Option<Expr>,
    pub is_ghost: bool,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    pub name: Name,
    pub ty: TypeRef,
}

/// A method, a constructor, or a ghost method.
#[derive(Debug)]
pub struct Method {
    pub name: Name,
    /// `None` for a constructor.
    pub result: Option<TypeRef>,
    pub params: Vec<Param>,
    pub modifiers: Modifiers,
    /// Declared inside a contract comment: exists for proofs only.
    pub is_ghost: bool,
    pub contract: Contract,
    pub body: Body,
    /// The whole declaration.
    pub span: Span,
}

/// What a method has for a body.
#[derive(Debug)]
pub enum Body {
    /// Abstract, or a declaration in an interface.
    Absent,
    Block(Block),
    /// The method uses something outside the supported language: it cannot be verified, others can.
    Bad(Diagnostic),
}

/// What stands in the contract comments before a method.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    pub is_pure: bool,
    /// Assumed, not checked; the verdict says so.
    pub is_trusted: bool,
    /// Ghost parameters.
    pub given: Vec<Param>,
    pub requires: Vec<Expr>,
    pub ensures: Vec<Expr>,
    pub signals: Vec<Signals>,
    pub decreases: Option<Vec<Expr>>,
}

impl Contract {
    /// Whether nothing is promised or asked.
    pub fn is_empty(&self) -> bool {
        !self.is_pure
            && !self.is_trusted
            && self.given.is_empty()
            && self.requires.is_empty()
            && self.ensures.is_empty()
            && self.signals.is_empty()
            && self.decreases.is_none()
    }
}

/// `signals (E e) φ`: the method may throw an `E`, and then φ holds.
#[derive(Clone, Debug)]
pub struct Signals {
    pub exception: TypeRef,
    pub binder: Option<Name>,
    pub condition: Expr,
}

/// A predicate.
#[derive(Debug)]
pub struct Predicate {
    pub name: Name,
    pub params: Vec<Param>,
    pub is_static: bool,
    /// Absent for an abstract predicate.
    pub body: Option<Expr>,
    pub span: Span,
}

/// A type as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    pub span: Span,
    pub kind: TypeRefKind,
}

/// The forms of types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeRefKind {
    /// A primitive type, a class, a type parameter or one of the mathematical types, with its type arguments.
    Named(String, Vec<TypeRef>),
    Array(Box<TypeRef>),
}

/// Statements in order.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    Block(Block),
    Local {
        ty: TypeRef,
        name: Name,
        init: Option<Expr>,
        is_final: bool,
    },
    Expr(Expr),
    /// A statement in a contract comment: only ghost state may change.
    Ghost(Box<Stmt>),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        spec: LoopSpec,
        body: Box<Stmt>,
    },
    DoWhile {
        condition: Expr,
        spec: LoopSpec,
        body: Box<Stmt>,
    },
    For {
        init: Block,
        condition: Option<Expr>,
        update: Vec<Expr>,
        spec: LoopSpec,
        body: Box<Stmt>,
    },
    Switch {
        subject: Expr,
        groups: Vec<SwitchGroup>,
    },
    Labeled {
        label: Name,
        body: Box<Stmt>,
    },
    Break(Option<Name>),
    Continue(Option<Name>),
    Return(Option<Expr>),
    Throw(Expr),
    Try {
        body: Block,
        catches: Vec<Catch>,
        finally: Option<Block>,
    },
    /// `super(…)` or `this(…)` at the start of a constructor.
    Construct {
        is_super: bool,
        args: Vec<Expr>,
    },
    /// `assert` in a comment, and Java's own.
    Assert(Expr),
    Open(Expr),
    Close(Expr),
    Use(Expr),
    Empty,
}

/// What is said of a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    pub invariants: Vec<Expr>,
    pub decreases: Option<Vec<Expr>>,
}

/// The labels of one or more `case`s and what they run; falls through unless it ends otherwise.
#[derive(Clone, Debug)]
pub struct SwitchGroup {
    pub labels: Vec<Expr>,
    pub is_default: bool,
    /// `case x ->`: does not fall through.
    pub is_rule: bool,
    pub body: Block,
}

/// A `catch`.
#[derive(Clone, Debug)]
pub struct Catch {
    pub types: Vec<TypeRef>,
    pub name: Name,
    pub body: Block,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: Box<ExprKind>,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Null,
    This,
    Bool(bool),
    Int(i128, Literal),
    Str(String),
    /// A local, a parameter, a field of `this`, or a class: whichever is found first.
    Name(String),
    Field(Expr, Name),
    Index(Expr, Expr),
    Call {
        receiver: Receiver,
        method: Name,
        args: Vec<Expr>,
        given: Vec<(Name, Expr)>,
    },
    New {
        class: TypeRef,
        args: Vec<Expr>,
        given: Vec<(Name, Expr)>,
    },
    NewArray {
        element: TypeRef,
        dims: Vec<Expr>,
        init: Option<Vec<Expr>>,
    },
    Unary(UnOp, Expr),
    Binary(BinOp, Expr, Expr),
    Conditional(Expr, Expr, Expr),
    Cast(TypeRef, Expr),
    InstanceOf(Expr, TypeRef),
    /// `target = value`, `target op= value`.
    Assign {
        target: Expr,
        op: Option<BinOp>,
        value: Expr,
    },
    /// `++x`, `x--` and so on.
    Step {
        target: Expr,
        op: BinOp,
        is_prefix: bool,
    },
    Contract(ContractExpr),
}

/// What only a contract may say.
#[derive(Clone, Debug)]
pub enum ContractExpr {
    Result,
    Old(Expr),
    /// `acc(e.f)`, `acc(a[i])`, `acc(a[lo..hi])`, `acc(p(…))`, with a fraction or whole.
    Acc(Expr, Option<Expr>),
    /// `a[lo..hi]`: the elements as a sequence; either bound may be left out.
    Range(Expr, Option<Expr>, Option<Expr>),
    Untouched(Expr),
    /// `exact(a)`: the array takes whatever its type says, being of no narrower one.
    Exact(Expr),
    Opening {
        predicate: Expr,
        body: Expr,
    },
    Using {
        call: Expr,
        body: Expr,
    },
    Dropping {
        field: Expr,
        body: Expr,
    },
    Let {
        name: Name,
        value: Expr,
        body: Expr,
    },
    Quantifier {
        is_forall: bool,
        vars: Vec<Param>,
        triggers: Vec<Vec<Expr>>,
        body: Expr,
    },
    /// `seq(…)`, `set(…)`, `multiset(…)`: a mathematical collection given element by element.
    Collection {
        kind: Collection,
        element: Option<TypeRef>,
        items: Vec<Expr>,
    },
}

/// A kind of collection of contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collection {
    Seq,
    Set,
    Multiset,
}

/// What a method is called on.
#[derive(Clone, Debug)]
pub enum Receiver {
    /// `m(…)`: this object or the enclosing class.
    Implicit,
    Expr(Expr),
    Super,
}

/// A constant as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    Int,
    Long,
    Char,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    Neg,
    Plus,
    Not,
    BitNot,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    UShr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
    /// Contracts only: `==>`, `<==>`, `in`.
    Implies,
    Iff,
    In,
    /// Contracts only: separating conjunction written `*` where it cannot be a product, or `&*&`.
    Sep,
}

impl BinOp {
    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Eq | BinOp::Ne)
    }

    /// As Java writes it.
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::UShr => ">>>",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::And => "&&",
            BinOp::Or => "||",
            BinOp::Implies => "==>",
            BinOp::Iff => "<==>",
            BinOp::In => "in",
            BinOp::Sep => "*",
        }
    }
}
