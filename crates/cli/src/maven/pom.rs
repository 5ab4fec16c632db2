//! A POM as it is written: nothing inherited, nothing interpolated.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use base::{Diagnostic, Source};
use roxmltree::{Document, Node};

/// Deeper or larger files are no POMs.
const LARGEST: u64 = 16 << 20;

/// What Maven calls an artifact.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coordinates {
    pub group: String,
    pub artifact: String,
    pub version: String,
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)
    }
}

/// A file of an artifact that something needs, or says something about. What the POM leaves out is empty.
#[derive(Clone, Debug, Default)]
pub struct Dependency {
    pub coordinates: Coordinates,
    pub kind: String,
    pub classifier: String,
    pub scope: String,
    pub path: String,
    pub is_optional: bool,
    /// Groups and artifacts that do not come along; `*` is any.
    pub exclusions: Vec<(String, String)>,
}

impl Dependency {
    pub fn key(&self) -> (String, String) {
        (self.coordinates.group.clone(), self.coordinates.artifact.clone())
    }
}

/// What one file says.
#[derive(Clone, Debug, Default)]
pub struct Pom {
    pub parent: Option<(Coordinates, Option<String>)>,
    pub coordinates: Coordinates,
    pub properties: BTreeMap<String, String>,
    pub management: Vec<Dependency>,
    pub dependencies: Vec<Dependency>,
    pub modules: Vec<String>,
    /// What the compiler plugin is told to compile for.
    pub compiler: Option<String>,
}

/// Reads a POM.
pub fn read(path: &Path) -> Result<Pom, Diagnostic> {
    let name = path.display().to_string();
    let cannot = |why: String| Diagnostic::error("bad-pom", format!("cannot read `{name}`: {why}"));
    let size = std::fs::metadata(path).map_err(|error| cannot(error.to_string()))?.len();
    if size > LARGEST {
        return Err(cannot(format!("it has {size} bytes")));
    }
    let bytes = std::fs::read(path).map_err(|error| cannot(error.to_string()))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let document = Document::parse(&text).map_err(|error| {
        let position = error.pos();
        let line_start =
            text.split_inclusive('\n').take(position.row as usize - 1).map(str::len).sum::<usize>();
        let at = (line_start + position.col as usize - 1).min(text.len());
        let source = Source::new(name.as_str(), text.as_str());
        Diagnostic::error("bad-pom", format!("this is no POM: {error}")).at(source.place(at, at))
    })?;
    Ok(project(document.root_element()))
}

/// What a setting in a settings file says.
pub fn setting(path: &Path, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let document = Document::parse(&text).ok()?;
    text_of(document.root_element(), name)
}

fn project(root: Node<'_, '_>) -> Pom {
    let mut out = Pom { coordinates: coordinates(root), ..Pom::default() };
    out.parent = child(root, "parent").map(|parent| {
        let path =
            child(parent, "relativePath").map(|path| path.text().unwrap_or_default().trim().to_owned());
        (coordinates(parent), path)
    });
    let is_default = |profile: &Node<'_, '_>| {
        let activation = child(*profile, "activation");
        activation
            .and_then(|activation| text_of(activation, "activeByDefault"))
            .is_some_and(|text| text == "true")
    };
    let profiles =
        child(root, "profiles").map(|profiles| profiles.children().filter(is_default).collect::<Vec<_>>());
    for part in [root].into_iter().chain(profiles.into_iter().flatten()) {
        for property in elements(part, "properties") {
            let text = property.text().unwrap_or_default().trim().to_owned();
            out.properties.insert(property.tag_name().name().to_owned(), text);
        }
        out.dependencies.extend(elements(part, "dependencies").map(dependency));
        let management = child(part, "dependencyManagement");
        out.management
            .extend(management.iter().flat_map(|managed| elements(*managed, "dependencies")).map(dependency));
        out.modules
            .extend(elements(part, "modules").filter_map(|module| Some(module.text()?.trim().to_owned())));
    }
    out.compiler = compiler(root);
    out
}

/// The release in the configuration of `maven-compiler-plugin`, managed or not.
fn compiler(root: Node<'_, '_>) -> Option<String> {
    let build = child(root, "build")?;
    let managed = child(build, "pluginManagement").into_iter();
    let plugins = [build].into_iter().chain(managed).flat_map(|part| elements(part, "plugins"));
    let is_compiler = |plugin: &Node<'_, '_>| {
        text_of(*plugin, "artifactId").is_some_and(|name| name == "maven-compiler-plugin")
    };
    let mut configured = plugins.filter(is_compiler).filter_map(|plugin| child(plugin, "configuration"));
    configured.find_map(|configuration| {
        ["release", "target", "source"].iter().find_map(|name| text_of(configuration, name))
    })
}

fn dependency(node: Node<'_, '_>) -> Dependency {
    let text = |name: &str| text_of(node, name).unwrap_or_default();
    let excluded = |exclusion: Node<'_, '_>| {
        let part = |name: &str| text_of(exclusion, name).unwrap_or_else(|| "*".into());
        (part("groupId"), part("artifactId"))
    };
    Dependency {
        coordinates: coordinates(node),
        kind: text("type"),
        classifier: text("classifier"),
        scope: text("scope"),
        path: text("systemPath"),
        is_optional: text("optional") == "true",
        exclusions: elements(node, "exclusions").map(excluded).collect(),
    }
}

fn coordinates(node: Node<'_, '_>) -> Coordinates {
    let text = |name: &str| text_of(node, name).unwrap_or_default();
    Coordinates { group: text("groupId"), artifact: text("artifactId"), version: text("version") }
}

/// The elements inside the child of this name.
fn elements<'a, 'i>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    child(node, name).into_iter().flat_map(|child| child.children()).filter(Node::is_element)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    Some(child(node, name)?.text().unwrap_or_default().trim().to_owned()).filter(|text| !text.is_empty())
}
