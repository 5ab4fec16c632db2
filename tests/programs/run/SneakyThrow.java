// An unchecked cast lets a checked exception escape.

import java.io.IOException;

public class SneakyThrow {
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable e) throws E {
        throw (E) e;
    }

    public static void main(String[] args) {
        try {
            SneakyThrow.<RuntimeException>sneak(new IOException("checked"));
        } catch (Exception e) {
            System.out.println(e + " " + (e instanceof RuntimeException));
        }
        SneakyThrow.<Error>sneak(new InterruptedException("escaped"));
    }
}
