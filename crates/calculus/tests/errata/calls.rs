//! Errata of the rules for environments and values: 7, 9, 10, 11, 12.

use std::collections::BTreeMap;

use calculus::language::Flow::{Else, Null, Same, Then};

use crate::ours;

type Env = BTreeMap<&'static str, i32>;

/// Erratum 7: **Method Invocation** [EHS16, Fig. 5] extends the caller's environment.
#[test]
fn callees_see_their_callers_variables() {
    let printed = |caller: &Env, this, argument| {
        let mut env = caller.clone();
        env.extend([("this", this), ("x", argument)]);
        env
    };
    let caller = Env::from([("this", 1), ("secret", 42)]);
    let callee = printed(&caller, 1, 2);
    assert_eq!(callee.get("secret"), Some(&42), "a method without `secret` reads its caller's");
    let text = "(((class Node () ((bool run [Node x] (var Node secret := x in (this @ peek x)))
                                  (bool peek [Node x] (secret = x))))) (Node run))";
    let error = ours::rejection(text);
    assert_eq!((error.code, error.message.as_str()), ("unknown-name", "no variable is named `secret` here"));
}

/// Erratum 9: the linked list of [EHS16, Fig. 1] reads `val` of nodes that have `elem`, and dereferences an empty list.
#[test]
fn the_linked_list_example_is_ill_typed() {
    let list = |field: &str| {
        format!(
            "(((class Data () ())
               (class Node ([Data elem] [Node next])
                 ((bool contains [Data val]
                    (if ((this ${field}) = val) true else (if ((this $next) = null) false else ((this $next) @ contains val))))))
               (class List ([Node head] [Data data0])
                 ((bool run [List x] ((this $head) @ contains (this $data0))))))
              (List run))"
        )
    };
    assert_eq!(ours::rejection(&list("val")).code, "unknown-name");
    let run = ours::run(&list("elem"), "summary");
    assert!(run.finals.iter().any(|state| state.flow == [Null(3)]), "an empty list is dereferenced");
}

/// Erratum 10: **Pop** [EHS16, Fig. 5] restores the whole environment at the end of a declaration.
#[test]
fn declarations_forget_assignments() {
    // (var y := 7 in (x := y)), then x
    let mut env = Env::from([("x", 1)]);
    let saved = env.clone();
    env.insert("y", 7);
    env.insert("x", env["y"]);
    env = saved;
    assert_eq!(env["x"], 1, "the assignment is undone");
    let flows = ours::flows("(begin (var Node y := this in (x := y)) (x = this))");
    assert_eq!(flows.into_iter().collect::<Vec<_>>(), [vec![Same]]);
}

/// Erratum 11: **New** [EHS16, Fig. 5] maps every field to `r_null`, those of type `bool` too; then no rule of *If* applies.
#[test]
fn new_objects_have_null_for_a_truth_value() {
    #[derive(PartialEq)]
    enum Value {
        Null,
        True,
        False,
    }
    let printed_field = Value::Null;
    assert!(
        printed_field != Value::True && printed_field != Value::False,
        "`(if * …)` waits for true or false"
    );
    let flows = ours::flows("(if ((new Node) $mark) true else false)");
    assert_eq!(flows.into_iter().collect::<Vec<_>>(), [vec![Else]]);
    let input = ours::flows("(if (this $mark) true else false)");
    assert_eq!(
        input.into_iter().collect::<Vec<_>>(),
        [vec![Then], vec![Else]],
        "an input's truth value is either"
    );
}

/// Erratum 12: **Begin (no args)** [EHS16, Fig. 5] leaves no control string for the continuation to take up.
#[test]
fn an_empty_sequence_has_no_value() {
    type State = (Option<&'static str>, &'static str);
    // `(L R φ η (begin) k) → (L R φ η k)`: the expression goes, and no value comes.
    let begin_no_args = |(_, kont): State| -> State { (None, kont) };
    // `(v (* = e → k)) → (e (v = * → k))`
    let right_operand = |(value, _): State| value.map(|value| format!("({value} = * → k)"));
    assert_eq!(right_operand((Some("null"), "(* = null → k)")), Some("(null = * → k)".into()));
    assert_eq!(right_operand(begin_no_args((Some("(begin)"), "(* = null → k)"))), None, "no rule goes on");
    assert_eq!(ours::flows("((begin) = null)").into_iter().collect::<Vec<_>>(), [vec![Same]]);
    assert_eq!(ours::results("((begin) = null)"), ["Value(Int(1))"]);
}
