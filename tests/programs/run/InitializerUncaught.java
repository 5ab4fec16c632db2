// A failing static initializer ends the program with its cause's trace.
public class InitializerUncaught {
    static class Broken {
        static final int[] TABLE = fill();

        static int[] fill() {
            int[] table = new int[2];
            for (int i = 0; i <= table.length; i++) table[i] = i;
            return table;
        }
    }

    public static void main(String[] args) {
        System.out.println("before");
        System.out.println(Broken.TABLE.length);
    }
}
