//! Directories, JARs and single class files, wholesome and not.

#[path = "common/assembler.rs"]
mod assembler;

use std::io::Write;
use std::path::{Path, PathBuf};

use assembler::Assembler;
use program::{ClassPath, LinkErrorKind, Program};
use zip::write::SimpleFileOptions;

fn class(name: &str) -> Box<[u8]> {
    Assembler::new(name, "java/lang/Object").finish()
}

fn jar(path: &Path, entries: &[(&str, &[u8])]) -> PathBuf {
    let mut writer = zip::ZipWriter::new(std::fs::File::create(path).expect("is writable"));
    for (name, contents) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).expect("is a name");
        writer.write_all(contents).expect("is writable");
    }
    writer.finish().expect("is writable");
    path.to_path_buf()
}

fn refusal(entry: &Path) -> base::Diagnostic {
    let class_path = ClassPath { entries: vec![entry.to_path_buf()], jdk: None };
    Program::new(&class_path).err().expect("the class path is refused")
}

#[test]
fn jars_bring_what_their_manifests_name() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let manifest = b"Manifest-Version: 1.0\r\nClass-Path: sec\r\n ond.jar missing.jar\r\n";
    let first = folder.path().join("first.jar");
    jar(&first, &[("META-INF/MANIFEST.MF", manifest), ("p/First.class", &class("p/First"))]);
    let back = b"Class-Path: first.jar third/\n";
    let second = [("META-INF/MANIFEST.MF", &back[..]), ("p/Second.class", &class("p/Second"))];
    jar(&folder.path().join("second.jar"), &second);
    std::fs::create_dir_all(folder.path().join("third/q")).expect("is writable");
    std::fs::write(folder.path().join("third/q/Third.class"), class("q/Third")).expect("is writable");
    let program = testkit::open(vec![first]);
    let names = program.class_path_names();
    assert_eq!(names.iter().map(|name| &**name).collect::<Vec<_>>(), ["p/First", "p/Second", "q/Third"]);
    assert!(names.iter().all(|name| program.class_named(name).is_ok()));
}

#[test]
fn multi_release_jars_show_what_fits_the_jdk() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let old = class("A");
    let mut newer = Assembler::new("A", "java/lang/Object");
    newer.version = 53;
    let newer = newer.finish();
    let entries = [
        ("META-INF/MANIFEST.MF", &b"Manifest-Version: 1.0\nMulti-Release: true\n"[..]),
        ("A.class", &old),
        ("META-INF/versions/9/A.class", &newer),
        ("META-INF/versions/9/Only.class", &class("Only")),
        ("META-INF/versions/99/A.class", b"of the future"),
    ];
    let release = jar(&folder.path().join("release.jar"), &entries);
    let program = testkit::open(vec![release]);
    assert_eq!(program.class_path_names().iter().map(|name| &**name).collect::<Vec<_>>(), ["A", "Only"]);
    assert_eq!(program.resource("A.class").as_deref(), Some(&newer[..]));
    let plain = jar(&folder.path().join("plain.jar"), &entries[1..]);
    let program = testkit::open(vec![plain]);
    assert_eq!(program.resource("A.class").as_deref(), Some(&old[..]));
    assert!(program.class_named("Only").is_err());
}

/// A home as JDK 8 has it, whose library is three classes of the JDK at hand.
#[test]
fn the_library_of_java_8_is_an_archive() {
    let home = tempfile::tempdir().expect("temporary folders can be made");
    let modern = testkit::open(Vec::new());
    let names = ["java/lang/Object", "java/lang/Runnable", "java/lang/Override"];
    let files = names.map(|name| (format!("{name}.class"), modern.resource(&format!("{name}.class"))));
    let entries: Vec<_> =
        files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_deref().expect("is there"))).collect();
    for place in ["jre/lib", "lib"] {
        let home = home.path().join(place.replace('/', "-"));
        std::fs::create_dir_all(home.join(place)).expect("is writable");
        jar(&home.join(place).join("rt.jar"), &entries);
        std::fs::write(home.join("release"), "JAVA_VERSION=\"1.8.0_402\"\n").expect("is writable");
        std::fs::write(home.join("Mine.class"), class("Mine")).expect("is writable");
        let class_path = ClassPath { entries: vec![home.join("Mine.class")], jdk: Some(home) };
        let program = Program::new(&class_path).expect("the class path is readable");
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        assert_eq!(program.jdk_names().iter().map(|name| &**name).collect::<Vec<_>>(), sorted);
        let mine = program.class_named("Mine").expect("its superclass is in the archive");
        let object = program.class_named("java/lang/Object").expect("is in the archive");
        assert_eq!(program.class(mine).superclass, Some(object));
        assert!(
            program
                .class(object)
                .methods()
                .all(|id| program.method(id).is_native() || program.body(id).is_ok())
        );
    }
}

#[test]
fn single_class_files_say_what_they_are() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let file = folder.path().join("renamed.class");
    std::fs::write(&file, class("p/Proper")).expect("is writable");
    let program = testkit::open(vec![file.clone()]);
    assert!(program.class_named("p/Proper").is_ok());
    std::fs::write(&file, b"not a class").expect("is writable");
    let refused = refusal(&file);
    assert_eq!(refused.code, "malformed-class-file");
    assert!(refused.message.contains("renamed.class"), "{refused}");
}

#[test]
fn a_file_must_hold_the_class_its_path_says() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    std::fs::write(folder.path().join("Wrong.class"), class("Right")).expect("is writable");
    let program = testkit::open(vec![folder.path().to_path_buf()]);
    let error = program.class_named("Wrong").expect_err("is another class");
    assert_eq!(
        (error.kind, error.message.as_str()),
        (LinkErrorKind::NoClassDefFound, "Wrong (wrong name: Right)")
    );
}

#[test]
fn hostile_archives_are_refused() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let text = folder.path().join("text.jar");
    std::fs::write(&text, "this is no zip").expect("is writable");
    assert_eq!(refusal(&text).code, "malformed-jar");
    let empty = folder.path().join("empty.jar");
    std::fs::write(&empty, "").expect("is writable");
    assert!(["malformed-jar", "unreadable-class-path"].contains(&refusal(&empty).code));
    let leaving = jar(&folder.path().join("leaving.jar"), &[("../Evil.class", &class("Evil"))]);
    let refused = refusal(&leaving);
    assert_eq!(refused.code, "malformed-jar");
    assert!(refused.message.contains("`../Evil.class` leaves the archive"), "{refused}");
    assert_eq!(refusal(&folder.path().join("absent.jar")).code, "unreadable-class-path");
}

#[test]
fn a_zip_bomb_does_not_go_off() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let bomb = jar(&folder.path().join("bomb.jar"), &[("Bomb.class", &vec![0; 65 << 20])]);
    assert!(bomb.metadata().expect("was written").len() < 1 << 20, "the bomb is small on disk");
    let program = testkit::open(vec![bomb]);
    let error = program.class_named("Bomb").expect_err("is too large");
    assert_eq!(error.kind, LinkErrorKind::ClassFormat);
    assert!(error.message.contains("larger than 64 MiB"), "{error}");
}

#[test]
fn names_cannot_leave_the_class_path() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).expect("is writable");
    std::fs::write(folder.path().join("Outside.class"), class("Outside")).expect("is writable");
    let program = testkit::open(vec![inner]);
    for name in ["../Outside", "./../Outside", "/etc/passwd", ""] {
        assert_eq!(program.class_named(name).expect_err(name).kind, LinkErrorKind::NoClassDefFound);
        assert!(program.resource(&format!("{name}.class")).is_none());
    }
}

/// More entries than two bytes can count: the archive says so in another place.
#[test]
fn archives_may_have_very_many_entries() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let path = folder.path().join("many.jar");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).expect("is writable"));
    let plain = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let last = class("p/Class69999");
    for number in 0..70_000 {
        writer.start_file(format!("p/Class{number}.class"), plain).expect("is a name");
        writer.write_all(if number == 69_999 { &last } else { b"never read" }).expect("is writable");
    }
    writer.finish().expect("is writable");
    let started = std::time::Instant::now();
    let program = testkit::open(vec![path]);
    assert_eq!(program.class_path_names().len(), 70_000);
    assert!(program.class_named("p/Class69999").is_ok());
    assert!(started.elapsed().as_secs() < 10, "took {:?}", started.elapsed());
}

/// Folders have what `META-INF` has in a JAR, and links to elsewhere, to themselves and to nothing.
#[cfg(unix)]
#[test]
fn folders_are_followed_wherever_they_are() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let (classes, other) = (folder.path().join("classes"), folder.path().join("other"));
    let versions = classes.join("META-INF/versions/9");
    for folder in [&versions, &classes.join("p"), &other] {
        std::fs::create_dir_all(folder).expect("is writable");
    }
    for file in [classes.join("p/A.class"), versions.join("A.class"), versions.join("module-info.class")] {
        std::fs::write(file, class("p/A")).expect("is writable");
    }
    std::fs::write(other.join("B.class"), class("q/B")).expect("is writable");
    let links = [
        (other.clone(), classes.join("q")),
        (classes.clone(), other.join("back")),
        (classes.clone(), classes.join("p/self")),
        (PathBuf::from("/"), classes.join("p/root")),
        (PathBuf::from("nowhere"), classes.join("p/nothing")),
        (PathBuf::from("round"), classes.join("round")),
    ];
    for (to, from) in links {
        symlink(to, from).expect("links can be made");
    }
    let program = testkit::open(vec![classes]);
    assert_eq!(program.class_path_names().iter().map(|name| &**name).collect::<Vec<_>>(), ["p/A", "q/B"]);
    assert!(program.class_named("q/B").is_ok());
}
