//! Whether what a JVM did is what a line says.

use library::{Argument, Effect, Known, Method, Model, Raise, Returns, names};

use crate::Call;
use crate::value::Value;

/// What `Try.java` answered.
struct Answer<'a> {
    ended: &'a str,
    number: Option<i128>,
    same: Vec<usize>,
    changed: Vec<usize>,
    repeats: bool,
    is_shared: bool,
}

impl<'a> Answer<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let [ended, number, same, changed, repeats, shared] = text.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        let list = |text: &str| text.split(',').filter_map(|number| number.parse().ok()).collect();
        Some(Self {
            ended,
            number: number.parse().ok(),
            same: list(same),
            changed: list(changed),
            repeats: repeats == "again",
            is_shared: shared == "shared",
        })
    }
}

/// Whether a line says anything that can be seen from outside.
pub fn can_be_judged(line: &Method) -> bool {
    let says_result = line.returns != Returns::default() || !line.ensures.is_empty();
    line.raises.is_some() || line.effect != Effect::Outside || says_result
}

/// How many claims were checked, or the one that does not hold.
pub fn judge(call: &Call, text: &str) -> Result<usize, String> {
    let answer = Answer::read(text).ok_or("it was not tried")?;
    if answer.ended.contains(names::OUT_OF_MEMORY) {
        return Ok(0);
    }
    let line = call.line;
    let case = Case { call, result: answer.number };
    let mut checks = 0;
    let mut check = |holds: bool, claim: &str| {
        checks += 1;
        if holds { Ok(()) } else { Err(claim.to_owned()) }
    };
    let thrown = answer.ended.strip_prefix("threw ");
    if let Some(raises) = &line.raises {
        check(is_raised(line, raises, &case, thrown), "it raises something else")?;
    }
    match line.effect {
        Effect::None => check(answer.changed.is_empty(), "it changes something")?,
        Effect::Changes(one) => {
            check(answer.changed.iter().all(|&changed| changed == place(one)), "it changes something else")?;
        }
        Effect::Outside => {}
    }
    if line.is_repeatable() && line.runs.is_empty() {
        check(answer.repeats, "it does not repeat itself")?;
    }
    if thrown.is_some() {
        return Ok(checks);
    }
    if line.returns.never_null {
        check(answer.ended != "null", "it returns null")?;
    }
    if let Some(same) = line.returns.same {
        let is_null = matches!(case.value(same), Some(Value::Null)) && answer.ended == "null";
        check(is_null || answer.same.contains(&place(same)), "it returns something else")?;
    }
    if line.returns.fresh {
        check(answer.same.is_empty() && !answer.is_shared, "it returns an object that was there")?;
    }
    for ensures in &line.ensures {
        check(ensures.holds(&case) == Some(true), "the result is another one")?;
    }
    Ok(checks)
}

/// Its place in answers: the receiver's is there even if there is none.
fn place(argument: Argument) -> usize {
    argument.position(false)
}

/// Whether one of these was thrown if it had to be, and nothing else. Where the line stands for the code, it is no subclass.
fn is_raised(line: &Method, raises: &[Raise], case: &Case<'_>, thrown: Option<&str>) -> bool {
    let above = if line.model == Some(Model::Told) { 1 } else { usize::MAX };
    let is = |raise: &Raise| {
        thrown.is_some_and(|thrown| thrown.split(' ').take(above).any(|class| class == raise.class))
    };
    for raise in raises {
        match raise.when.as_ref().map(|when| when.holds(case)) {
            Some(Some(true)) => return is(raise),
            Some(Some(false)) => {}
            Some(None) | None if is(raise) => return true,
            Some(None) | None => {}
        }
    }
    thrown.is_none()
}

struct Case<'a> {
    call: &'a Call,
    result: Option<i128>,
}

impl Case<'_> {
    fn value(&self, argument: Argument) -> Option<&Value> {
        self.call.values.get(place(argument))?.as_ref()
    }
}

impl Known for Case<'_> {
    fn number(&self, argument: Argument) -> Option<i128> {
        self.value(argument)?.number()
    }

    fn length(&self, argument: Argument) -> Option<i128> {
        self.value(argument)?.length()
    }

    fn result(&self) -> Option<i128> {
        self.result
    }

    fn is_null(&self, argument: Argument) -> Option<bool> {
        Some(matches!(self.value(argument)?, Value::Null))
    }
}
