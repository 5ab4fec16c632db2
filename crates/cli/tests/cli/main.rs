//! `cupper` as its users call it: one program for all of these tests, so that they are linked once.

mod bad_input;
mod calculus;
mod check;
mod explore;
mod histories;
mod junit;
mod limits;
mod mutation;
mod output;
mod run_options;
mod setting_up;
mod svcomp;
mod terminate;
mod unfailing;
mod verify;
