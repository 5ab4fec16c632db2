import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;

/** Walks over the stack; addresses that need no network. */
class Walks {
    static List<String> names(int depth) {
        if (depth > 0) {
            return names(depth - 1);
        }
        return StackWalker.getInstance().walk(frames ->
                frames.map(frame -> frame.getMethodName() + ":" + frame.getLineNumber()).collect(Collectors.toList()));
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(names(20));
        System.out.println(caller());
        Runnable lambda = () -> StackWalker.getInstance().forEach(System.out::println);
        lambda.run();
        System.out.println(StackWalker.getInstance().walk(frames -> frames.findFirst()).get().getDescriptor());
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}) + " "
                + InetAddress.getByAddress(new byte[16]).getHostAddress());
    }
}
