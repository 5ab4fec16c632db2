import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs tests, all of which must pass, and prints branches taken and branches there are, a line per method, then how many tests
 * there were. The first argument is the folder of the classes that are tested, the second that of the tests.
 */
public class Coverage {
    public static void main(String[] args) throws Exception {
        Path classes = Path.of(args[0]);
        Path tests = Path.of(args[1]);
        IRuntime runtime = new LoggerRuntime();
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        ClassLoader loader = new Instrumented(classes, tests, new Instrumenter(runtime));
        Thread.currentThread().setContextClassLoader(loader);
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String name : namesBelow(tests)) {
            request.selectors(DiscoverySelectors.selectClass(loader.loadClass(name)));
        }
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request.build(), summary);
        ExecutionDataStore executed = new ExecutionDataStore();
        data.collect(executed, new SessionInfoStore(), false);
        runtime.shutdown();
        print(executed, classes.toFile());
        System.out.println(summary.getSummary().getTestsSucceededCount() + " tests");
        if (summary.getSummary().getTotalFailureCount() > 0) {
            summary.getSummary().printFailuresTo(new PrintWriter(System.err));
            System.exit(1);
        }
    }

    private static void print(ExecutionDataStore executed, File classes) throws IOException {
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(executed, builder).analyzeAll(classes);
        for (IClassCoverage type : builder.getClasses()) {
            for (IMethodCoverage method : type.getMethods()) {
                ICounter branches = method.getBranchCounter();
                if (branches.getTotalCount() > 0) {
                    System.out.println(branches.getCoveredCount() + " " + branches.getTotalCount() + " "
                            + type.getName() + "." + method.getName());
                }
            }
        }
    }

    private static List<String> namesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith("Test.class"))
                    .map(file -> folder.relativize(file).toString())
                    .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    /** Loads tests as they are, and what they test with counters in it. */
    private static final class Instrumented extends ClassLoader {
        private final Path classes;
        private final Path tests;
        private final Instrumenter instrumenter;

        Instrumented(Path classes, Path tests, Instrumenter instrumenter) {
            super(Coverage.class.getClassLoader());
            this.classes = classes;
            this.tests = tests;
            this.instrumenter = instrumenter;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try {
                if (Files.exists(tests.resolve(file))) {
                    byte[] bytes = Files.readAllBytes(tests.resolve(file));
                    return defineClass(name, bytes, 0, bytes.length);
                }
                byte[] bytes = instrumenter.instrument(Files.readAllBytes(classes.resolve(file)), name);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
