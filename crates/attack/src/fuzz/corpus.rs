//! What mutations start from: files of this repository, and classes compiled from random methods.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use base::Budget;
use graph::{Inputs, Integers};
use terminate::certificate::Certificate;
use terminate::verdict::{Options, decide};

use crate::terminate::write::Numbers;
use crate::{explore, java, terminate as loops};

/// Longer files make every try slow.
const LONGEST: u64 = 8_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts with this ending in some folders of the repository, the folders inside included.
pub fn texts(folders: &[&str], ending: &str) -> Result<Vec<String>> {
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    let mut out = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending)
                && path.metadata()?.len() <= LONGEST
            {
                out.push(std::fs::read_to_string(path)?);
            }
        }
    }
    out.sort();
    if out.is_empty() { Err(anyhow!("there is no `.{ending}` file to start from")) } else { Ok(out) }
}

/// Classes `M0`, `M1`, … of random methods compiled into a folder, which also has the classes they use.
pub fn classes(folder: &Path, count: u64) -> Result<Vec<Vec<u8>>> {
    let methods: Vec<_> = (1..=count).map(explore::write::method).collect();
    java::compile(folder, &[("Batch", &(explore::source(&methods) + explore::WORLD))])?;
    (0..methods.len()).map(|index| Ok(std::fs::read(folder.join(format!("M{index}.class")))?)).collect()
}

/// Small JARs.
pub fn jars(folder: &Path) -> Result<Vec<Vec<u8>>> {
    classes(folder, 3)?;
    let mut out = Vec::new();
    for (name, options) in [("packed.jar", "cf"), ("plain.jar", "c0f")] {
        let mut jar = std::process::Command::new("jar");
        jar.arg(options).arg(folder.join(name)).arg("-C").arg(folder).args(["M0.class", "-C"]);
        let status = jar.arg(folder).arg("M1.class").status().context("`jar` is not on the path")?;
        anyhow::ensure!(status.success(), "`jar` fails");
        out.push(std::fs::read(folder.join(name))?);
    }
    Ok(out)
}

/// Certificates of random loops in a folder, with the method each is about.
pub fn certificates(folder: &Path) -> Result<Vec<String>> {
    let methods: Vec<_> = (1..=12).map(|seed| loops::write::method(seed, Numbers::Java)).collect();
    java::compile(folder, &[("Batch", &(loops::source(&methods) + loops::WORLD))])?;
    let program = testkit::open(vec![folder.to_path_buf()]);
    let mut out = Vec::new();
    for index in 0..methods.len() {
        let entry = ::explore::find_method(&program, &format!("M{index}.run"));
        let method = entry.map_err(|error| anyhow!("{error}"))?.method;
        let options = Options {
            integers: Integers::Java,
            inputs: Inputs::Any,
            facts: None,
            budget: Budget::seconds(2.0),
        };
        let answer = decide(&program, method, &options);
        let certificate = Certificate::new(&program, method, &options, &answer);
        let text = serde_json::to_string(&certificate)?;
        if text.len() as u64 <= LONGEST {
            out.push(text);
        }
    }
    Ok(out)
}
