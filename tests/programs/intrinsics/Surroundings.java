// Libraries that are not there, the process itself, an unknown time zone, threads and where they are.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.TimeZone;

public class Surroundings {
    static volatile boolean over;

    public static void main(String[] args) throws Exception {
        try {
            System.loadLibrary("thereIsNoSuchLibrary");
        } catch (UnsatisfiedLinkError error) {
            System.out.println(error.getMessage().startsWith("no thereIsNoSuchLibrary in java.library.path"));
        }
        System.out.println(System.mapLibraryName("z"));
        System.out.println(ProcessHandle.current().isAlive() + " " + (ProcessHandle.current().pid() > 0));
        System.setProperty("user.timezone", "Nowhere");
        TimeZone.setDefault(null);
        System.out.println(TimeZone.getDefault().getID());
        VarHandle handle = MethodHandles.arrayElementVarHandle(long[].class);
        System.out.println(handle.varType() + " " + handle.coordinateTypes());
        Thread waits = new Thread(Surroundings::sleep, "waits");
        waits.start();
        while (waits.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        Map<Thread, StackTraceElement[]> traces = Thread.getAllStackTraces();
        for (Thread thread : new Thread[] {Thread.currentThread(), waits}) {
            for (StackTraceElement line : traces.get(thread)) {
                if (line.getClassName().equals("Surroundings")) {
                    System.out.println(thread.getName() + ": " + line.getMethodName());
                }
            }
        }
        synchronized (Surroundings.class) {
            over = true;
            Surroundings.class.notify();
        }
        waits.join();
        System.out.println(waits.getStackTrace().length + " " + Thread.getAllStackTraces().containsKey(waits));
    }

    static void sleep() {
        synchronized (Surroundings.class) {
            try {
                while (!over) {
                    Surroundings.class.wait();
                }
            } catch (InterruptedException interrupted) {
                System.out.println(interrupted);
            }
        }
    }
}
