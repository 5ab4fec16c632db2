import java.io.File;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles each source by itself: `Each FOLDER SOURCE…` writes the classes to FOLDER/0, FOLDER/1 and so on. */
class Each {
    public static void main(String[] arguments) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var files = javac.getStandardFileManager(null, null, null);
        for (int i = 1; i < arguments.length; i++) {
            File classes = new File(arguments[0], Integer.toString(i - 1));
            classes.mkdir();
            List<String> options = List.of("-g", "-nowarn", "-Xlint:none", "-proc:none", "-d", classes.getPath());
            if (!javac.getTask(null, files, null, options, null, files.getJavaFileObjects(arguments[i])).call()) {
                System.exit(1);
            }
        }
    }
}
