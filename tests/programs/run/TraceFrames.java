// Reading one's own stack trace.
public class TraceFrames {
    static void deep(int n) {
        if (n > 0) {
            deep(n - 1);
            return;
        }
        for (StackTraceElement each : new Throwable().getStackTrace()) {
            System.out.println(each.getMethodName() + ":" + each.getLineNumber() + " " + each.getFileName());
        }
    }

    public static void main(String[] args) {
        deep(3);
        Exception early = new Exception("made early");
        StackTraceElement[] trace = early.getStackTrace();
        System.out.println(trace.length + " " + trace[0]);
    }
}
