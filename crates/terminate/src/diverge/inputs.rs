//! Inputs to try: arguments of `main` of various numbers and lengths, numbers, small heaps; simple ones first.

use base::Budget;
use library::names;
use machine::{Cx, Domain, State, Stop};
use program::{JavaText, MethodId, Program, TypeId};

use super::construct;
use super::domain::{Traced, Value};
use super::objects::{Argument, Call};
use super::shapes::{self, fitting};

/// What a run was given.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// The command line.
    Arguments(Vec<String>),
    /// The method's parameters, all numbers.
    Numbers(Vec<i64>),
    /// The method's receiver and parameters, some of them objects.
    Call(Call),
}

impl Input {
    /// The arguments of a method as the machine's values; refused if they do not fit it.
    pub fn build(
        &self,
        cx: &mut Cx<'_, Traced>,
        state: &mut State<Traced>,
        method: MethodId,
    ) -> Result<Vec<Value>, Stop<Traced>> {
        let types = shapes::argument_types(cx.program, method);
        match self {
            Input::Call(call) => construct::build(call, cx, state, &types),
            Input::Numbers(numbers) => {
                let arguments = numbers.iter().map(|&number| Argument::Number(number)).collect();
                construct::build(&Call { objects: Vec::new(), arguments }, cx, state, &types)
            }
            Input::Arguments(_) if !is_main(cx.program, method) => {
                Err(Stop::unsupported("a command line for a method that takes none"))
            }
            Input::Arguments(arguments) => {
                let string = cx.class(names::STRING)?;
                let ty = cx.program.array_of(cx.program.class(string).ty);
                let length = Traced::int(cx, state, arguments.len() as i32);
                let array = Traced::new_array(cx, state, ty, &length)?;
                for (index, argument) in arguments.iter().enumerate() {
                    let string = Traced::new_string(cx, state, &JavaText::from(argument.as_str()))?;
                    let index = Traced::int(cx, state, index as i32);
                    Traced::store_element(cx, state, program::code::Elem::Ref, &array, &index, string)?;
                }
                Ok(vec![array])
            }
        }
    }
}

impl Input {
    /// The arguments' values, and the objects they are made of by number.
    pub fn parts(&self) -> (Vec<String>, Vec<(String, String)>) {
        match self {
            Input::Call(call) => (call.values(), call.numbered()),
            Input::Numbers(numbers) => (numbers.iter().map(i64::to_string).collect(), Vec::new()),
            Input::Arguments(arguments) => {
                let words: Vec<String> =
                    arguments.iter().map(|word| JavaText::from(word.as_str()).quoted()).collect();
                (vec![format!("{{ {} }}", words.join(", "))], Vec::new())
            }
        }
    }
}

impl std::fmt::Display for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Input::Call(call) => write!(f, "{call}"),
            Input::Arguments(_) | Input::Numbers(_) => f.write_str(&self.parts().0.join(", ")),
        }
    }
}

/// Inputs to try for a method: command lines for a `main`, numbers for a static method of numbers, small heaps otherwise.
pub fn candidates<'p>(
    program: &'p Program,
    id: MethodId,
    budget: &Budget,
) -> Box<dyn Iterator<Item = Input> + 'p> {
    let method = program.method(id);
    let is_number = |ty: &TypeId| [TypeId::INT, TypeId::LONG, TypeId::SHORT, TypeId::BYTE].contains(ty);
    if is_main(program, id) {
        Box::new(arguments())
    } else if method.is_static() && method.params.iter().all(is_number) {
        Box::new(numbers(method.params.to_vec()))
    } else {
        Box::new(shapes::calls(program, id, budget).map(Input::Call))
    }
}

/// Whether the method takes a command line.
fn is_main(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    method.is_static() && *method.descriptor == *names::MAIN
}

/// Tuples of numbers of these types: small ones, and the types' ends.
fn numbers(types: Vec<TypeId>) -> impl Iterator<Item = Input> {
    let most = [0, 10, 10, 6, 4].get(types.len()).copied().unwrap_or(2) as usize;
    let total = most.max(1).pow(types.len() as u32);
    let tuple = move |mut code: usize| {
        let digit = |ty: &TypeId| {
            let value = [0, 1, -1, 2, 5, -7, 10, 100, i64::MAX, i64::MIN][code % most];
            code /= most;
            fitting(*ty, value)
        };
        Input::Numbers(types.iter().map(digit).collect())
    };
    (0..total).map(tuple)
}

/// Command lines to try.
fn arguments() -> impl Iterator<Item = Input> {
    let counts = [0, 1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 16, 20, 25, 31];
    let plain = counts.into_iter().map(|count| (0..count).map(|_| 1).collect::<Vec<usize>>());
    let patterns: [fn(usize) -> usize; 8] = [
        |_| 0,
        |index| index,
        |index| index % 2,
        |index| (index + 1) % 2,
        |index| 7 - index.min(7),
        |index| 2 + index % 3,
        |index| [3, 1, 4, 1, 5, 9, 2, 6][index % 8],
        |index| [10, 20, 5, 8, 1, 0, 2, 30][index % 8],
    ];
    let patterned = patterns.into_iter().map(|length| (0..12).map(length).collect());
    let mut seed = 1u64;
    let mut random = move |bound: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((seed >> 33) % bound) as usize
    };
    let mixed = (0..40).map(move |round| {
        let bound = 3 + round % 10;
        (0..6 + random(6)).map(|_| random(bound)).collect()
    });
    let text = |lengths: Vec<usize>| {
        Input::Arguments(lengths.into_iter().map(|length| "a".repeat(length)).collect())
    };
    plain.chain(patterned).chain(mixed).map(text)
}
