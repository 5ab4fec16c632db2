import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The file system. */
class Disk {
    public static void main(String[] args) throws Exception {
        System.out.println(Class.forName("sun.nio.fs.LinuxNativeDispatcher") + " " + Class.forName("java.lang.ProcessImpl"));
        Path folder = Files.createTempDirectory("disk");
        Path file = folder.resolve("a.txt");
        Files.writeString(file, "one\ntwo\n");
        System.out.println(Files.readAllLines(file) + " " + Files.size(file) + Files.isReadable(file) + Files.exists(file));
        Files.createDirectory(folder.resolve("sub"));
        Files.createDirectories(folder.resolve("sub/deep/er"));
        System.out.println(Files.isDirectory(folder.resolve("sub/deep")));
        Files.copy(file, folder.resolve("sub/b.txt"));
        Files.move(folder.resolve("sub/b.txt"), folder.resolve("c.txt"));
        Files.createLink(folder.resolve("hard"), file);
        Files.createSymbolicLink(folder.resolve("soft"), file);
        System.out.println(Files.readSymbolicLink(folder.resolve("soft")).getFileName() + " "
                + folder.resolve("soft").toRealPath().getFileName() + Files.isSameFile(file, folder.resolve("hard")));
        Files.setLastModifiedTime(file, FileTime.fromMillis(5000));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        System.out.println(Files.getLastModifiedTime(file) + " " + Files.getPosixFilePermissions(file).size());
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.txt")) {
            TreeSet<String> names = new TreeSet<>();
            all.forEach(path -> names.add(path.getFileName().toString()));
            System.out.println(names);
        }
        try {
            Files.readString(folder.resolve("none"));
        } catch (IOException e) {
            System.out.println(e.getClass());
        }
        try {
            Files.createDirectory(file.resolve("below"));
        } catch (java.nio.file.FileSystemException e) {
            System.out.println(e.getReason());
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer[] parts = {ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cd".getBytes())};
            channel.write(parts);
            channel.write(ByteBuffer.wrap("!".getBytes()), 1);
            ByteBuffer two = ByteBuffer.allocate(2);
            channel.read(two, 0);
            channel.position(0);
            ByteBuffer[] into = {ByteBuffer.allocate(1), ByteBuffer.allocate(2)};
            channel.read(into);
            System.out.println(new String(two.array()) + channel.size() + " " + channel.position()
                    + (char) channel.map(FileChannel.MapMode.READ_ONLY, 0, 4).get(2));
            channel.truncate(3);
            channel.force(true);
            try (FileChannel target = FileChannel.open(folder.resolve("t"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                System.out.println(channel.transferTo(0, 3, target) + " " + channel.tryLock().isValid());
            }
        }
        File old = new File(folder.toFile(), "old");
        try (RandomAccessFile random = new RandomAccessFile(old, "rw")) {
            random.writeInt(7);
            random.write(1);
            random.write(new byte[] {2, 3});
            random.seek(0);
            random.setLength(6);
            byte[] bytes = new byte[4];
            System.out.println(random.read(bytes) + Arrays.toString(bytes) + random.read() + random.length()
                    + random.getFilePointer());
        }
        try {
            new RandomAccessFile(new File(folder.toFile(), "no"), "r");
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().endsWith("(No such file or directory)"));
        }
        System.out.println(old.setLastModified(3000) + " " + old.lastModified() + old.setExecutable(true) + old.setReadOnly()
                + old.canRead() + old.renameTo(new File(folder.toFile(), "new")) + new File(folder.toFile(), "m").mkdir());
        System.out.println(new TreeSet<>(Arrays.asList(folder.toFile().list())));
        System.out.println(new File("/tmp/../tmp/./x").getCanonicalPath() + File.createTempFile("abc", "b").exists());
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.sorted((a, b) -> b.compareTo(a))::iterator) {
                Files.delete(path);
            }
        }
        System.out.println(Files.notExists(folder) + System.getenv().get("NO_SUCH_NAME") + Path.of("").toAbsolutePath().isAbsolute());
    }
}
