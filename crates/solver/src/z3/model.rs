//! Z3's models as ours.
//!
//! Variables are read one by one; functions at the applications the conditions contain, which is all evaluation needs.
//! A value we cannot read (an irrational number, an array given by a formula) makes the model unreadable.

use rustc_hash::FxHashMap;
use term::{ArrayValue, BigInt, BigRational, FunctionValue, Model, Sort, Term, TermKind, Terms, Value};

use super::library::{Ast, Context, ModelHandle};
use super::translate::Translator;
use crate::vocabulary::Vocabulary;

/// Reads values out of a model of Z3.
pub struct Reader<'a> {
    pub cx: &'a Context,
    pub terms: &'a Terms,
    pub translator: &'a mut Translator,
    pub model: ModelHandle,
    /// Members of `Ref` and of uninterpreted sorts, as numbered so far.
    individuals: FxHashMap<(Sort, Ast), u32>,
    next_individual: u32,
}

impl<'a> Reader<'a> {
    /// Reads a model.
    pub fn new(
        cx: &'a Context,
        terms: &'a Terms,
        translator: &'a mut Translator,
        model: ModelHandle,
    ) -> Self {
        Self { cx, terms, translator, model, individuals: FxHashMap::default(), next_individual: 1 }
    }

    /// The model's values for a vocabulary; `None` if one of them cannot be read.
    pub fn read(&mut self, vocabulary: &Vocabulary) -> Option<Model> {
        self.name_individuals(vocabulary)?;
        let mut model = Model::default();
        for &variable in &vocabulary.variables {
            model.variables.insert(variable, self.value_of(variable)?);
        }
        for &application in &vocabulary.applications {
            let TermKind::Apply(function, arguments) = self.terms.kind(application) else {
                unreachable!("a vocabulary's applications are applications")
            };
            let arguments =
                arguments.iter().map(|&argument| self.value_of(argument)).collect::<Option<Vec<_>>>()?;
            let value = self.value_of(application)?;
            let entry = model.functions.entry(*function).or_insert_with(|| FunctionValue {
                entries: FxHashMap::default(),
                default: self.terms.default_value(self.terms.sort(application)),
            });
            entry.entries.insert(arguments, value);
        }
        Some(model)
    }

    /// Constants of `Ref` and uninterpreted sorts keep their numbers; everything else gets numbers above them.
    fn name_individuals(&mut self, vocabulary: &Vocabulary) -> Option<()> {
        for &individual in &vocabulary.individuals {
            let number = match self.terms.value(individual) {
                Some(Value::Ref(number) | Value::Element(_, number)) => *number,
                other => unreachable!("{other:?} is not an individual"),
            };
            let ast = self.evaluate_term(individual)?;
            self.individuals.insert((self.terms.sort(individual), ast), number);
            self.next_individual = self.next_individual.max(number + 1);
        }
        Some(())
    }

    fn value_of(&mut self, term: Term) -> Option<Value> {
        let ast = self.evaluate_term(term)?;
        self.value(ast, self.terms.sort(term))
    }

    fn evaluate_term(&mut self, term: Term) -> Option<Ast> {
        let ast = self.translator.term(self.cx, self.terms, term);
        self.evaluate(ast)
    }

    fn evaluate(&self, ast: Ast) -> Option<Ast> {
        let mut out = Ast(std::ptr::null_mut());
        let done = self.cx.model_eval(self.model, ast, true, &mut out);
        if !done || out.0.is_null() {
            return None;
        }
        self.cx.inc_ref(out);
        Some(out)
    }

    fn value(&mut self, ast: Ast, sort: Sort) -> Option<Value> {
        match sort {
            Sort::Bool => match self.cx.get_bool_value(ast) {
                1 => Some(Value::Bool(true)),
                -1 => Some(Value::Bool(false)),
                _undefined => None,
            },
            Sort::Int => self.numeral(ast)?.parse::<BigInt>().ok().map(Value::Int),
            Sort::Real => self.numeral(ast)?.parse::<BigRational>().ok().map(Value::real),
            Sort::BitVec(width) => Some(Value::bits(width, self.bits(ast)?)),
            Sort::Float32 => {
                Some(Value::f32(f32::from_bits(self.float_bits(ast, f32::NAN.to_bits().into())? as u32)))
            }
            Sort::Float64 => Some(Value::f64(f64::from_bits(self.float_bits(ast, f64::NAN.to_bits())?))),
            Sort::Ref => Some(Value::Ref(self.individual(ast, sort))),
            Sort::Uninterpreted(name) => Some(Value::Element(name, self.individual(ast, sort))),
            Sort::Array(_) => self.array(ast, sort),
        }
    }

    fn numeral(&self, ast: Ast) -> Option<String> {
        let text = self.cx.text(self.cx.get_numeral_string(ast));
        self.cx.error().is_none().then_some(text)
    }

    fn bits(&self, ast: Ast) -> Option<u64> {
        let mut out = 0;
        self.cx.get_numeral_uint64(ast, &mut out).then_some(out)
    }

    fn float_bits(&self, ast: Ast, nan: u64) -> Option<u64> {
        let is_nan = self.evaluate(self.cx.mk_fpa_is_nan(ast))?;
        if self.cx.get_bool_value(is_nan) == 1 {
            return Some(nan);
        }
        self.bits(self.evaluate(self.cx.mk_fpa_to_ieee_bv(ast))?)
    }

    fn individual(&mut self, ast: Ast, sort: Sort) -> u32 {
        *self.individuals.entry((sort, ast)).or_insert_with(|| {
            self.next_individual += 1;
            self.next_individual - 1
        })
    }

    /// Nested stores over a constant array.
    fn array(&mut self, ast: Ast, sort: Sort) -> Option<Value> {
        let Sort::Array(parts) = sort else { unreachable!("called for array sorts") };
        let (index, element) = self.terms.array_parts(parts);
        let mut stores = Vec::new();
        let mut ast = ast;
        loop {
            if !self.cx.is_app(ast) {
                return None;
            }
            let app = self.cx.to_app(ast);
            let name =
                self.cx.text(self.cx.get_symbol_string(self.cx.get_decl_name(self.cx.get_app_decl(app))));
            match (name.as_str(), self.cx.get_app_num_args(app)) {
                ("store", 3) => {
                    let index = self.value(self.cx.get_app_arg(app, 1), index)?;
                    stores.push((index, self.value(self.cx.get_app_arg(app, 2), element)?));
                    ast = self.cx.get_app_arg(app, 0);
                }
                ("const", 1) => {
                    let default = self.value(self.cx.get_app_arg(app, 0), element)?;
                    let empty = ArrayValue { sort, default, entries: Default::default() };
                    let array =
                        stores.into_iter().rev().fold(empty, |array, (at, value)| array.store(at, value));
                    return Some(Value::Array(array.into()));
                }
                _other_functions => return None,
            }
        }
    }
}
