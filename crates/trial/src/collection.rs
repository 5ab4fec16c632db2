//! Sequences, sets and multisets as values.

use std::collections::{BTreeMap, BTreeSet};

use frames::core::{CollectionOp, Type};
use num_bigint::BigInt;

use crate::eval::{as_int, num_iter, unknown};
use crate::value::Value;
use crate::world::Outcome;

/// An operator on sequences, sets and multisets.
pub fn apply(op: CollectionOp, operands: &[Value], ty: &Type) -> Outcome<Value> {
    use CollectionOp as Op;
    Ok(match (op, operands) {
        (Op::Literal, members) => match ty {
            Type::Seq(_) => Value::Seq(members.to_vec()),
            Type::Set(_) => Value::Set(members.iter().cloned().collect()),
            Type::Multiset(_) => Value::multiset(members.iter().cloned()),
            _ => return unknown("a map"),
        },
        (Op::Range, [low, high]) => {
            let (low, high) = (as_int(low.clone())?, as_int(high.clone())?);
            Value::Seq(num_iter(low, high)?.map(Value::Int).collect())
        }
        (Op::Length, [Value::Seq(all)]) => Value::int(all.len()),
        (Op::Length, [Value::Set(all)]) => Value::int(all.len()),
        (Op::Length, [Value::Multiset(all)]) => Value::Int(all.values().sum()),
        (Op::Index, [Value::Seq(all), index]) => match position(index, all.len()) {
            Some(index) => all[index].clone(),
            None => return unknown("an index outside a sequence"),
        },
        (Op::Update, [Value::Seq(all), index, value]) => match position(index, all.len()) {
            Some(index) => {
                let mut all = all.clone();
                all[index] = value.clone();
                Value::Seq(all)
            }
            None => return unknown("an index outside a sequence"),
        },
        (Op::Take, [Value::Seq(all), count]) => Value::Seq(all[..clamped(count, all.len())?].to_vec()),
        (Op::Drop, [Value::Seq(all), count]) => Value::Seq(all[clamped(count, all.len())?..].to_vec()),
        (Op::Append, [Value::Seq(one), Value::Seq(other)]) => {
            Value::Seq(one.iter().chain(other).cloned().collect())
        }
        (Op::Contains, [value, Value::Seq(all)]) => Value::Bool(all.contains(value)),
        (Op::Contains, [value, Value::Set(all)]) => Value::Bool(all.contains(value)),
        (Op::Contains, [value, Value::Multiset(all)]) => {
            Value::Int(all.get(value).cloned().unwrap_or_default())
        }
        (_, [Value::Set(one), Value::Set(other)]) => sets(op, one, other)?,
        (_, [Value::Multiset(one), Value::Multiset(other)]) => multisets(op, one, other)?,
        _ => return unknown("a map"),
    })
}

fn sets(op: CollectionOp, one: &BTreeSet<Value>, other: &BTreeSet<Value>) -> Outcome<Value> {
    Ok(match op {
        CollectionOp::Union | CollectionOp::Append => Value::Set(one | other),
        CollectionOp::Intersection => Value::Set(one & other),
        CollectionOp::Difference => Value::Set(one - other),
        CollectionOp::Subset => Value::Bool(one.is_subset(other)),
        _ => return unknown("no operation on sets"),
    })
}

fn multisets(
    op: CollectionOp,
    one: &BTreeMap<Value, BigInt>,
    other: &BTreeMap<Value, BigInt>,
) -> Outcome<Value> {
    let count = |all: &BTreeMap<Value, BigInt>, member: &Value| all.get(member).cloned().unwrap_or_default();
    let members: BTreeSet<&Value> = one.keys().chain(other.keys()).collect();
    if op == CollectionOp::Subset {
        return Ok(Value::Bool(members.iter().all(|member| count(one, member) <= count(other, member))));
    }
    let mut out = BTreeMap::new();
    for member in members {
        let (one, other) = (count(one, member), count(other, member));
        let number = match op {
            CollectionOp::Union | CollectionOp::Append => one + other,
            CollectionOp::Intersection => one.min(other),
            CollectionOp::Difference => one - other,
            _ => return unknown("no operation on multisets"),
        };
        if number > BigInt::default() {
            out.insert(member.clone(), number);
        }
    }
    Ok(Value::Multiset(out))
}

fn position(index: &Value, length: usize) -> Option<usize> {
    let index = as_int(index.clone()).ok()?;
    usize::try_from(index).ok().filter(|&index| index < length)
}

/// A count brought between 0 and the length.
fn clamped(count: &Value, length: usize) -> Outcome<usize> {
    let count = as_int(count.clone())?;
    Ok(if count < BigInt::default() {
        0
    } else {
        usize::try_from(count).map_or(length, |count| count.min(length))
    })
}
