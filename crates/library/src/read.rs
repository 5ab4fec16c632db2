//! Reads the files of facts.
//!
//! ```text
//! package java.lang: lasting
//!
//! class Integer, Long: opaque, immutable
//!     parse*(String text, ..): model Told, changes nothing, raises NumberFormatException
//!     valueOf(String, ..):
//! ```
//!
//! Comments begin with `#`. A line that is indented further goes on with the one above. A line without facts says that there are none,
//! whatever lines further down say.

mod facts;

use std::fmt;

use rustc_hash::FxHashMap;

use crate::{Class, EVERY_CLASS, Package, Primitive};

/// All that files say.
#[derive(Default, Debug)]
pub struct Facts {
    pub packages: Vec<Package>,
    /// By their names in class files.
    pub classes: FxHashMap<String, Class>,
    /// Their names, in the order in which the files speak of them first.
    pub order: Vec<String>,
}

impl Facts {
    fn class(&mut self, name: &str) -> &mut Class {
        if !self.classes.contains_key(name) {
            self.order.push(name.to_owned());
        }
        self.classes.entry(name.to_owned()).or_default()
    }
}

/// A line that says nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    pub number: usize,
    pub reason: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.number, self.reason)
    }
}

/// Adds the facts of a file.
pub fn read(text: &str, all: &mut Facts) -> Result<(), BadLine> {
    let mut package = String::new();
    let mut names: Vec<String> = Vec::new();
    for (number, line) in lines(text) {
        let bad = |reason: String| BadLine { number, reason };
        if let Some(head) = line.strip_prefix("package ") {
            let read = package_line(head).map_err(bad)?;
            package.clone_from(&read.name);
            names.clear();
            all.packages.push(read);
        } else if let Some(head) = line.strip_prefix("class ") {
            let (list, facts) = head.split_once(':').unwrap_or((head, ""));
            names = split(list).map(|name| full_name(&package, name)).collect();
            for name in &names {
                let class = all.class(name);
                split(facts).try_for_each(|fact| class_fact(class, &package, fact)).map_err(bad)?;
            }
        } else {
            let methods = facts::methods(line.trim()).map_err(bad)?;
            if names.is_empty() {
                return Err(bad("a method without a class".into()));
            }
            for name in &names {
                all.class(name).methods.extend(methods.iter().cloned());
            }
        }
    }
    Ok(())
}

/// Lines that say something, with their numbers; those that go on are joined.
fn lines(text: &str) -> Vec<(usize, String)> {
    /// From here on a line is no line of its own.
    const DEEP: &str = "        ";
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim_end();
        match lines.last_mut() {
            _ if line.is_empty() => {}
            Some((_, above)) if line.starts_with(DEEP) => {
                above.push(' ');
                above.push_str(line.trim_start());
            }
            Some(_) | None => lines.push((index + 1, line.to_owned())),
        }
    }
    lines
}

fn full_name(package: &str, name: &str) -> String {
    if name == EVERY_CLASS { name.to_owned() } else { format!("{package}/{}", name.replace('.', "$")) }
}

fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn package_line(head: &str) -> Result<Package, String> {
    let (name, facts) = head.split_once(':').unwrap_or((head, ""));
    let mut package = Package { name: name.trim().replace('.', "/"), ..Package::default() };
    for fact in split(facts) {
        match fact {
            "and below" => package.with_inner = true,
            "lasting" => package.is_lasting = true,
            "shown" => package.is_shown = true,
            "imported" => package.is_imported = true,
            _ => return Err(format!("no package is `{fact}`")),
        }
    }
    Ok(package)
}

fn class_fact(class: &mut Class, package: &str, fact: &str) -> Result<(), String> {
    match fact {
        "opaque" => class.is_opaque = true,
        "immutable" => class.is_immutable = true,
        "uninitialised" => class.is_uninitialised = true,
        "environment" => class.is_environment = true,
        "builder" => class.is_builder = true,
        "open" => class.is_open = true,
        "plain" => (class.is_plain, class.is_open) = (true, true),
        "whole" => class.is_whole = true,
        "wide" => class.is_wide = true,
        "tried" => class.is_tried = true,
        "familiar" => class.is_familiar = true,
        "collection" => class.is_collection = true,
        "hash table" => class.is_hash_table = true,
        "breakdown" => class.is_breakdown = true,
        "lasting" => class.lasts = Some(true),
        "changing" => class.lasts = Some(false),
        _ => {
            if let Some(name) = fact.strip_prefix("taken as ") {
                class.taken_as = Some(facts::class_name(name, package));
                return Ok(());
            }
            if let Some(name) = fact.strip_prefix("cached in ") {
                class.cached_in = Some(full_name(package, name));
                return Ok(());
            }
            let primitive = fact
                .strip_prefix("box of ")
                .and_then(|name| Primitive::ALL.into_iter().find(|primitive| primitive.name() == name));
            class.box_of = Some(primitive.ok_or_else(|| format!("no class is `{fact}`"))?);
        }
    }
    Ok(())
}
