// Files and folders: written, read, walked, copied, refused, deleted.
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class FileTree {
    public static void main(String[] args) throws IOException {
        Path root = Files.createTempDirectory("tree");
        Path notes = root.resolve("notes.txt");
        Files.write(notes, List.of("alpha", "béta"));
        Files.writeString(notes, "gamma\n", StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(notes) + " " + Files.size(notes));
        try (Stream<String> lines = Files.lines(notes)) {
            System.out.println(lines.map(String::toUpperCase).collect(Collectors.joining("|")));
        }
        Files.createDirectories(root.resolve("a/b"));
        Files.copy(notes, root.resolve("a/b/copy.txt"));
        Files.move(root.resolve("a/b/copy.txt"), root.resolve("a/moved.txt"));
        try (Stream<Path> all = Files.walk(root)) {
            all.sorted().forEach(path -> System.out.println(root.relativize(path) + " " + Files.isDirectory(path)));
        }
        try (BufferedWriter out = new BufferedWriter(new FileWriter(root.resolve("w").toFile()));
                PrintWriter print = new PrintWriter(out)) {
            print.printf("%d %.1f%n", 7, 2.5);
        }
        try (BufferedReader in = new BufferedReader(new FileReader(root + "/w"));
                Scanner scanner = new Scanner(root.resolve("w"))) {
            System.out.println(in.readLine() + " " + (scanner.nextInt() + scanner.nextDouble()));
        }
        try (RandomAccessFile file = new RandomAccessFile(root + "/r", "rw")) {
            file.writeUTF("text");
            file.seek(2);
            System.out.println((char) file.read() + " " + file.length() + " " + file.getFilePointer());
        }
        tell(root, () -> Files.readString(root.resolve("missing")));
        tell(root, () -> Files.createDirectory(root.resolve("a")));
        tell(root, () -> {
            Files.delete(root.resolve("a"));
            return null;
        });
        tell(root, () -> new FileReader(root.resolve("a").toFile()));
        File[] files = root.toFile().listFiles();
        System.out.println(Arrays.stream(files).map(File::getName).sorted().toList());
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(Files.exists(root));
    }

    interface Attempt {
        Object make() throws IOException;
    }

    static void tell(Path root, Attempt attempt) {
        try {
            System.out.println(attempt.make());
        } catch (DirectoryNotEmptyException e) {
            System.out.println("not empty");
        } catch (IOException e) {
            System.out.println(e.toString().replace(root.toString(), "ROOT"));
        }
    }
}
