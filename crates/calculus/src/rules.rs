//! What each rule says, for the page that shows it beside the heap: its place in the paper, and its conclusion.
//!
//! Javalite's states are `(L R φ η e k)`, written here without the parts a rule does not touch; those of the small imperative
//! language are `⟨C, σ, h, ϕ⟩`, likewise. Corrected rules are shown as they are meant.

use crate::language::RuleName;

/// A rule as the page shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    pub place: &'static str,
    pub text: &'static str,
}

/// What a rule of a machine says; `None` for names no machine uses.
pub fn statement(rule: RuleName) -> Option<Statement> {
    let (place, text) = javalite(rule).or_else(|| imp(rule))?;
    Some(Statement { place, text })
}

fn javalite(rule: RuleName) -> Option<(&'static str, &'static str)> {
    const FIG_5: &str = "EHS16, Fig. 5";
    Some(match rule {
        "Variable Lookup" => (FIG_5, "(η x k) → (η η(x) k)"),
        "New" => (FIG_5, "(L R (new C) k) → (L[r ↦ {(true l)}] R[∀f (l f) ↦ r_null] r k), l fresh"),
        "Null" => (FIG_5, "(null k) → (r_null k)"),
        "Value" => (FIG_5, "true and false are values"),
        "Field Access (eval)" => (FIG_5, "((e $f) k) → (e (* $f → k))"),
        "Field Write (eval)" => (FIG_5, "((x $f := e) k) → (e (x $f := * → k))"),
        "Equals (l-operand eval)" => (FIG_5, "((e₀ = e) k) → (e₀ (* = e → k))"),
        "Equals (r-operand eval)" => (FIG_5, "(v (* = e → k)) → (e (v = * → k))"),
        "Equals (bool)" => (FIG_5, "(v₀ (v₁ = * → k)) → (eq?(v₀, v₁) k)"),
        "If-then-else (eval)" => (FIG_5, "((if e₀ e₁ else e₂) k) → (e₀ (if * e₁ else e₂ → k))"),
        "If-then-else (true)" => (FIG_5, "(true (if * e₁ else e₂ → k)) → (e₁ k)"),
        "If-then-else (false)" => (FIG_5, "(false (if * e₁ else e₂ → k)) → (e₂ k)"),
        "Variable Declaration (eval)" => (FIG_5, "((var T x := e₀ in e₁) k) → (e₀ (var T x := * in e₁ → k))"),
        "Variable Declaration" => (FIG_5, "(η v (var T x := * in e₁ → k)) → (η[x ↦ v] e₁ (pop η k))"),
        "Method Invocation (object eval)" => (FIG_5, "((e₀ @ m e₁) k) → (e₀ (* @ m e₁ → k))"),
        "Method Invocation (arg eval)" => (FIG_5, "(v₀ (* @ m e₁ → k)) → (e₁ (v₀ @ m * → k))"),
        "Method Invocation" => (FIG_5, "(η v₁ (v₀ @ m * → k)) → ([this ↦ v₀][x ↦ v₁] e_m (pop η k))"),
        "Variable Assignment (eval)" => (FIG_5, "((x := e) k) → (e (x := * → k))"),
        "Variable Assignment" => (FIG_5, "(η v (x := * → k)) → (η[x ↦ v] v k)"),
        "Begin (no args)" => (FIG_5, "((begin) k) → (r_null k)"),
        "Begin (arg0 eval)" => (FIG_5, "((begin e₀ e₁ …) k) → (e₀ (begin * (e₁ …) → k))"),
        "Begin (arg1 eval)" => (FIG_5, "(v (begin * (eᵢ eᵢ₊₁ …) → k)) → (eᵢ (begin * (eᵢ₊₁ …) → k))"),
        "Begin" => (FIG_5, "(v (begin * () → k)) → (v k)"),
        "Pop" => ("EHS16, Fig. 5; VTU, Fig. 4", "(η v (pop η₀ k)) → (η₀ v k)"),
        "End" => (FIG_5, "(v end): the program has its value"),
        "Field Access" => (
            "EHS16, Figs. 7 and 9",
            "(L R φ r (* $f → k)) → (L′[r′ ↦ VS(L′, R′, φ, r, f)] R′ φ r′ k), where r is not null and f is initialised",
        ),
        "Field Write" => (
            "EHS16, Figs. 7 and 9",
            "(L R r (x $f := * → k)) → (L′ R′ r k): ∀(ϕ l) ∈ L(η(x)), (l f) holds ST(L, r, ϕ) ∪ ST(L, R(l, f), ¬ϕ)",
        ),
        "Equals (references-true)" => {
            ("EHS16, Figs. 7 and 9", "(φ r₀ (r₁ = * → k)) → (φ ∧ ⋁ϕ_α ∧ ⋀¬ϕ₀ ∧ ⋀¬ϕ₁  true k), if satisfiable")
        }
        "Equals (references-false)" => (
            "EHS16, Figs. 7 and 9",
            "(φ r₀ (r₁ = * → k)) → (φ ∧ (⋀(ϕ₀ ⇒ ¬ϕ₁) ∨ ⋁ϕ₀ ∨ ⋁ϕ₁)  false k), if satisfiable",
        ),
        "null dereference" => ("ours", "a null receiver ends the path, where the figures have no rule"),
        _ => return None,
    })
}

fn imp(rule: RuleName) -> Option<(&'static str, &'static str)> {
    Some(match rule {
        "skip" => ("VTU, Fig. 5", "⟨skip⟩ → ⟨⟩"),
        "stuck" => ("VTU, Fig. 5", "⟨stuck⟩ → ε"),
        "C;C" => ("VTU, Fig. 5", "⟨C₁; C₂⟩ → C₁, then C₂"),
        "x := v" => ("VTU, Fig. 3", "⟨x := v, σ⟩ → ⟨σ[x ↦ v]⟩"),
        "v.f := v" => {
            ("VTU, Fig. 3 and Sect. 8", "⟨l.f := v, h⟩ → ⟨h[l ↦ h(l)[f ↦ v]]⟩; as terms, h[t := v]f")
        }
        "new(x)" => ("VTU, Sect. 9", "⟨new(x), σ, h⟩ → ⟨σ[x ↦ l], h[l ↦ λf. default]⟩, l fresh"),
        "if true" => ("VTU, Fig. 5", "⟨if E then C₁ else C₂, ϕ⟩ → ⟨C₁, ϕ ∧ E⟩"),
        "if false" => ("VTU, Fig. 5", "⟨if E then C₁ else C₂, ϕ⟩ → ⟨C₂, ϕ ∧ ¬E⟩"),
        "while true" => ("VTU, Fig. 5", "⟨while E do C, ϕ⟩ → ⟨C; while E do C, ϕ ∧ E⟩"),
        "while false" => ("VTU, Fig. 5", "⟨while E do C, ϕ⟩ → ⟨ϕ ∧ ¬E⟩"),
        "call" => ("VTU, Fig. 4", "⟨call p(v; x), σ ⋯⟩ → ⟨{C_p}, σ′ σ ⋯⟩, σ′ the parameters"),
        "nil.f" => ("VTU, Fig. 2", "⟨nil.f⟩ → ε"),
        _ => return None,
    })
}
