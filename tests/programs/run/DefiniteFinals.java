// Blank finals assigned on each path, also in loops and constructors.
public class DefiniteFinals {
    final int id;
    final String name;
    static final int[] TABLE;

    static {
        int[] table = new int[3];
        for (int i = 0; i < 3; i++) table[i] = i * i;
        TABLE = table;
    }

    {
        id = TABLE[2];
    }

    DefiniteFinals(boolean flag) {
        if (flag) name = "yes";
        else name = "no";
    }

    public static void main(String[] args) {
        System.out.println(new DefiniteFinals(true).name + new DefiniteFinals(false).name + new DefiniteFinals(true).id);
        final int x;
        if (args.length > 0) x = 1;
        else x = 2;
        System.out.println(x);
    }
}
