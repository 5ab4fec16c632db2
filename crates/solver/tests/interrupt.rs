//! Ctrl-C while a question is under way reaches whoever listens for it; Z3 does not keep it to itself. Alone in its process.

mod common;

use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use solver::Answer;
use term::Terms;

#[test]
fn ctrl_c_is_heard_during_a_question() {
    let (heard, hearing) = mpsc::channel();
    ctrlc::set_handler(move || {
        solver::stop_all();
        heard.send(()).expect("the test still listens");
    })
    .expect("nobody else listens");
    let presser = std::thread::spawn(|| {
        std::thread::sleep(Duration::from_millis(300));
        let pressed = Command::new("kill").args(["-INT", &std::process::id().to_string()]).status();
        assert!(pressed.expect("`kill` runs").success());
    });
    let t = &Terms::new();
    assert!(matches!(common::patient_solver().solve(t, &common::hard_question(t)), Answer::Unknown(_)));
    presser.join().expect("it ends");
    hearing.recv_timeout(Duration::from_secs(60)).expect("Ctrl-C is heard");
}
