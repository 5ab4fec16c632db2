//! Which artifacts a POM's dependencies bring along: breadth first, so that the nearest version of each wins.

use std::collections::{BTreeSet, VecDeque};

use super::model::{Model, Models};
use super::pom::Dependency;

/// The dependencies the module's own classes may use, the module's before those of others.
pub fn dependencies(root: &Model, models: &mut Models) -> Vec<Dependency> {
    let mut out: Vec<Dependency> = Vec::new();
    let mut taken = BTreeSet::new();
    let mut open: VecDeque<Dependency> = root.own().filter(|own| own.scope != "test").collect();
    while let Some(dependency) = open.pop_front() {
        let is_jar = ["", "jar", "test-jar", "ejb", "bundle"].contains(&dependency.kind.as_str());
        if !is_jar || !taken.insert((dependency.key(), dependency.classifier.clone())) {
            continue;
        }
        if let Some(model) = models.of_artifact(&dependency.coordinates) {
            open.extend(brought(root, &model, &dependency));
        }
        out.push(dependency);
    }
    out
}

/// What comes along with a dependency: what it needs to compile against or to run, with the versions the root manages.
fn brought(root: &Model, of: &Model, by: &Dependency) -> Vec<Dependency> {
    let comes = |one: &Dependency| {
        let is_excluded = by.exclusions.iter().any(|(group, artifact)| {
            let fits = |pattern: &str, name: &str| pattern == "*" || pattern == name;
            fits(group, &one.coordinates.group) && fits(artifact, &one.coordinates.artifact)
        });
        !one.is_optional && !is_excluded && ["", "compile", "runtime"].contains(&one.scope.as_str())
    };
    of.own()
        .filter(comes)
        .map(|one| {
            let mut one = root.managed(&one);
            one.exclusions.extend(by.exclusions.iter().cloned());
            one
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::ClassPath;
    use super::*;
    use std::path::Path;
    use tempfile::TempDir;

    fn put(folder: &TempDir, path: &str, text: &str) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("folders can be made");
        std::fs::write(path, text).expect("files can be written");
    }

    /// An artifact in the repository: its POM with this inside, and an empty JAR.
    fn artifact(folder: &TempDir, name: &str, version: &str, inside: &str) {
        let at = format!("repository/g/{name}/{version}/{name}-{version}");
        put(folder, &format!("{at}.pom"), &pom(name, version, inside));
        put(folder, &format!("{at}.jar"), "");
    }

    fn pom(name: &str, version: &str, inside: &str) -> String {
        format!(
            "<project><groupId>g</groupId><artifactId>{name}</artifactId><version>{version}</version>{inside}</project>"
        )
    }

    fn needs(name: &str, version: &str, more: &str) -> String {
        let version =
            if version.is_empty() { String::new() } else { format!("<version>{version}</version>") };
        format!("<dependency><groupId>g</groupId><artifactId>{name}</artifactId>{version}{more}</dependency>")
    }

    fn resolved(folder: &TempDir, pom: &str) -> Vec<String> {
        let mut models = Models::new(folder.path().join("repository"));
        let model = models.of_project(&folder.path().join(pom)).expect("the POM is right");
        dependencies(&model, &mut models).iter().map(|one| one.coordinates.to_string()).collect()
    }

    fn all(list: &[String]) -> String {
        format!("<dependencies>{}</dependencies>", list.concat())
    }

    #[test]
    fn the_nearest_version_wins_and_tests_options_and_exclusions_stay_away() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        artifact(&folder, "deep", "1", "");
        artifact(&folder, "deep", "2", "");
        artifact(&folder, "far", "1", &all(&[needs("deep", "1", "")]));
        artifact(&folder, "optional", "1", "");
        artifact(&folder, "unwanted", "1", "");
        let near = [
            needs("far", "1", ""),
            needs("optional", "1", "<optional>true</optional>"),
            needs("unwanted", "1", ""),
            needs("junit", "1", "<scope>test</scope>"),
        ];
        artifact(&folder, "near", "1", &all(&near));
        let exclusion = "<exclusions><exclusion><groupId>g</groupId><artifactId>unwanted</artifactId></exclusion></exclusions>";
        let own = [
            needs("near", "1", exclusion),
            needs("deep", "2", ""),
            needs("junit", "1", "<scope>test</scope>"),
        ];
        put(&folder, "pom.xml", &pom("root", "1", &all(&own)));
        assert_eq!(resolved(&folder, "pom.xml"), ["g:near:1", "g:deep:2", "g:far:1"]);
    }

    #[test]
    fn versions_come_from_parents_properties_and_bills_of_materials() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let managed = |list: &[String]| format!("<dependencyManagement>{}</dependencyManagement>", all(list));
        artifact(&folder, "bill", "7", &managed(&[needs("c", "3", ""), needs("b", "9", "")]));
        artifact(&folder, "a", "1.5", "");
        artifact(&folder, "b", "2", &all(&[needs("c", "1", "")]));
        artifact(&folder, "c", "3", "");
        let parent = format!(
            "<packaging>pom</packaging><properties><a.version>${{major}}.5</a.version><major>1</major></properties>{}",
            managed(&[needs("b", "2", ""), needs("bill", "7", "<type>pom</type><scope>import</scope>")])
        );
        put(&folder, "pom.xml", &pom("parent", "1", &parent));
        let child = format!(
            "<project><parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>\
             <artifactId>child</artifactId>{}</project>",
            all(&[needs("a", "${a.version}", ""), needs("b", "", "")])
        );
        put(&folder, "child/pom.xml", &child);
        assert_eq!(resolved(&folder, "child/pom.xml"), ["g:a:1.5", "g:b:2", "g:c:3"]);
    }

    #[test]
    fn parents_in_a_circle_end() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inside = "<parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version><relativePath/></parent>";
        artifact(&folder, "a", "1", inside);
        put(&folder, "pom.xml", &pom("root", "1", &all(&[needs("a", "1", "")])));
        assert_eq!(resolved(&folder, "pom.xml"), ["g:a:1"]);
    }

    #[test]
    fn what_is_no_pom_is_shown_with_its_place() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        put(&folder, "pom.xml", "<project>\n  <parent>\n</project>\n");
        let error =
            super::super::class_path(&folder.path().join("pom.xml")).map(|found: ClassPath| found.entries);
        let error = error.expect_err("the parent has no end");
        assert_eq!((error.code, error.place.map(|place| place.line)), ("bad-pom", Some(3)));
        assert!(super::super::class_path(Path::new("/no/such/pom.xml")).is_err());
    }
}
