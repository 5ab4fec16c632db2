//! A POM with what it inherits: parents, properties, managed versions, bills of materials.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base::Diagnostic;

use super::pom::{self, Coordinates, Dependency, Pom};

/// Parents and bills of materials nest no deeper; a circle does.
const DEPTH: usize = 32;
/// Properties are put into properties so often.
const ROUNDS: usize = 16;

/// What is managed is told by group, artifact, type and classifier.
type Managed = BTreeMap<(String, String, String, String), Dependency>;

/// A complete POM.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub coordinates: Coordinates,
    pub dependencies: Vec<Dependency>,
    pub modules: Vec<String>,
    pub compiler: Option<String>,
    properties: BTreeMap<String, String>,
    management: Managed,
}

/// Where POMs come from; each is read once.
pub struct Models {
    repository: PathBuf,
    known: BTreeMap<Coordinates, Option<Model>>,
}

impl Models {
    pub fn new(repository: PathBuf) -> Self {
        Self { repository, known: BTreeMap::new() }
    }

    /// The model of a POM of the project.
    pub fn of_project(&mut self, pom: &Path) -> Result<Model, Diagnostic> {
        let inherited = self.inherited(pom::read(pom)?, pom.parent(), DEPTH);
        Ok(self.finish(inherited, DEPTH))
    }

    /// The model of an artifact, if its POM is in the repository and can be read.
    pub fn of_artifact(&mut self, coordinates: &Coordinates) -> Option<Model> {
        self.nested(coordinates, DEPTH)
    }

    /// The file of a dependency in the repository.
    pub fn file(&self, dependency: &Dependency) -> PathBuf {
        if !dependency.path.is_empty() {
            return PathBuf::from(&dependency.path);
        }
        let tests = if dependency.kind == "test-jar" { "tests" } else { "" };
        let classifier = [dependency.classifier.as_str(), tests].into_iter().find(|text| !text.is_empty());
        let classifier = classifier.map(|text| format!("-{text}")).unwrap_or_default();
        self.in_repository(&dependency.coordinates, &format!("{classifier}.jar"))
    }

    /// The POM at the top of the folders that this POM's parents are in.
    pub fn top(&self, pom: &Path) -> PathBuf {
        let mut top = pom.to_path_buf();
        for _ in 0..DEPTH {
            let parent = pom::read(&top).ok().and_then(|pom| parent_beside(&pom, top.parent()?));
            let Some(parent) = parent else { break };
            top = parent;
        }
        top
    }

    fn in_repository(&self, coordinates: &Coordinates, ending: &str) -> PathBuf {
        let Coordinates { group, artifact, version } = coordinates;
        let folder = self.repository.join(group.replace('.', "/")).join(artifact).join(version);
        folder.join(format!("{artifact}-{version}{ending}"))
    }

    fn nested(&mut self, coordinates: &Coordinates, depth: usize) -> Option<Model> {
        if let Some(known) = self.known.get(coordinates) {
            return known.clone();
        }
        let depth = depth.checked_sub(1)?;
        let path = self.in_repository(coordinates, ".pom");
        let model = pom::read(&path).ok().map(|pom| self.finish(self.inherited(pom, None, depth), depth));
        self.known.insert(coordinates.clone(), model.clone());
        model
    }

    /// A POM with what its parents say before it. A parent that is not there gives nothing: what lacks a version then is missed later.
    fn inherited(&self, pom: Pom, folder: Option<&Path>, depth: usize) -> Pom {
        let Some(declared) = pom.parent.as_ref().map(|(parent, _)| parent.clone()) else { return pom };
        let parent =
            depth.checked_sub(1).and_then(|depth| self.parent(&pom, folder, depth)).unwrap_or_default();
        let or =
            |own: &str, inherited: &str| if own.is_empty() { inherited.to_owned() } else { own.to_owned() };
        let mut properties = parent.properties;
        properties.extend(pom.properties);
        properties.insert("project.parent.version".into(), declared.version.clone());
        Pom {
            coordinates: Coordinates {
                group: or(&pom.coordinates.group, &or(&parent.coordinates.group, &declared.group)),
                artifact: pom.coordinates.artifact,
                version: or(&pom.coordinates.version, &or(&parent.coordinates.version, &declared.version)),
            },
            parent: pom.parent,
            properties,
            management: [pom.management, parent.management].concat(),
            dependencies: [parent.dependencies, pom.dependencies].concat(),
            modules: pom.modules,
            compiler: pom.compiler.or(parent.compiler),
        }
    }

    fn parent(&self, pom: &Pom, folder: Option<&Path>, depth: usize) -> Option<Pom> {
        let (coordinates, _) = pom.parent.as_ref()?;
        let beside = folder.and_then(|folder| parent_beside(pom, folder));
        let path = beside.clone().unwrap_or_else(|| self.in_repository(coordinates, ".pom"));
        let folder = beside.as_deref().and_then(Path::parent);
        Some(self.inherited(pom::read(&path).ok()?, folder, depth))
    }

    /// Fills in properties, the child's in what it inherits too; of what is managed the nearest counts.
    fn finish(&mut self, pom: Pom, depth: usize) -> Model {
        let mut model =
            Model { coordinates: pom.coordinates, properties: pom.properties, ..Model::default() };
        model.coordinates = model.filled_in(&model.coordinates);
        model.modules = pom.modules.iter().map(|module| model.fill(module)).collect();
        model.compiler = pom.compiler.map(|compiler| model.fill(&compiler));
        let (imports, managed): (Vec<_>, Vec<_>) = pom
            .management
            .into_iter()
            .map(|managed| model.filled(managed))
            .partition(|managed| managed.scope == "import");
        for managed in managed {
            model.management.entry(key(&managed)).or_insert(managed);
        }
        // What a bill of materials manages counts where nothing else does, and the first one that does.
        for bill in
            imports.iter().filter_map(|bill| self.nested(&bill.coordinates, depth)).collect::<Vec<_>>()
        {
            for (key, managed) in bill.management {
                model.management.entry(key).or_insert(managed);
            }
        }
        for dependency in pom.dependencies {
            let dependency = model.filled(dependency);
            model.dependencies.retain(|before| key(before) != key(&dependency));
            model.dependencies.push(dependency);
        }
        model
    }
}

impl Model {
    /// What a property is, filled in.
    pub fn property(&self, name: &str) -> Option<String> {
        self.value(name).map(|value| self.fill(&value))
    }

    /// What this POM manages goes before what the dependency says of its own; used for what comes along with others.
    pub fn managed(&self, dependency: &Dependency) -> Dependency {
        let mut out = dependency.clone();
        let Some(managed) = self.management.get(&key(dependency)) else { return out };
        if !managed.coordinates.version.is_empty() {
            out.coordinates.version = managed.coordinates.version.clone();
        }
        if !managed.scope.is_empty() {
            out.scope = managed.scope.clone();
        }
        out.exclusions.extend(managed.exclusions.iter().cloned());
        out
    }

    /// What this POM itself asks for: what it leaves out, its management says.
    pub fn own(&self) -> impl Iterator<Item = Dependency> {
        self.dependencies.iter().map(|dependency| {
            let managed = self.managed(dependency);
            let or = |own: &String, managed: String| if own.is_empty() { managed } else { own.clone() };
            Dependency {
                coordinates: Coordinates {
                    version: or(&dependency.coordinates.version, managed.coordinates.version),
                    ..managed.coordinates
                },
                scope: or(&dependency.scope, managed.scope),
                ..managed
            }
        })
    }

    fn filled(&self, dependency: Dependency) -> Dependency {
        Dependency {
            coordinates: self.filled_in(&dependency.coordinates),
            kind: self.fill(&dependency.kind),
            classifier: self.fill(&dependency.classifier),
            scope: self.fill(&dependency.scope),
            path: self.fill(&dependency.path),
            ..dependency
        }
    }

    fn filled_in(&self, coordinates: &Coordinates) -> Coordinates {
        let Coordinates { group, artifact, version } = coordinates;
        Coordinates { group: self.fill(group), artifact: self.fill(artifact), version: self.fill(version) }
    }

    /// `${…}` replaced by what it stands for; what stands for nothing stays.
    fn fill(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..ROUNDS {
            let before = text.clone();
            let mut out = String::new();
            let mut rest = text.as_str();
            while let Some((plain, name, after)) = placeholder(rest) {
                out.push_str(plain);
                out.push_str(&self.value(name).unwrap_or_else(|| format!("${{{name}}}")));
                rest = after;
            }
            out.push_str(rest);
            text = out;
            if text == before {
                break;
            }
        }
        text
    }

    fn value(&self, name: &str) -> Option<String> {
        let own = name.strip_prefix("project.").or_else(|| name.strip_prefix("pom.")).unwrap_or(name);
        let Coordinates { group, artifact, version } = &self.coordinates;
        match own {
            "groupId" => Some(group.clone()),
            "artifactId" => Some(artifact.clone()),
            "version" => Some(version.clone()),
            _ => self.properties.get(name).cloned(),
        }
    }
}

/// What is before the first placeholder, its name, and what is behind it.
fn placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (plain, rest) = text.split_once("${")?;
    let (name, after) = rest.split_once('}')?;
    Some((plain, name, after))
}

/// The parent's POM where the POM says it is, if that is the parent.
fn parent_beside(pom: &Pom, folder: &Path) -> Option<PathBuf> {
    let (parent, path) = pom.parent.as_ref()?;
    // An empty path says that the parent is in the repository only.
    let path = Some(path.as_deref().unwrap_or("../pom.xml")).filter(|path| !path.is_empty())?;
    let path = super::pom_of(&folder.join(path));
    let found = pom::read(&path).ok()?;
    (path.is_file() && found.coordinates.artifact == parent.artifact).then_some(path)
}

fn key(dependency: &Dependency) -> (String, String, String, String) {
    let Coordinates { group, artifact, .. } = dependency.coordinates.clone();
    let kind = if dependency.kind.is_empty() { "jar".to_owned() } else { dependency.kind.clone() };
    (group, artifact, kind, dependency.classifier.clone())
}
