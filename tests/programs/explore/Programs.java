// run: explore
// safe: Programs.main Programs.set
class Programs {
    static int count;

    static void set(int value) {
        count = value;
    }

    static int get() {
        assert count == 0; //~ AssertionError
        return count;
    }

    public static void main(String[] args) {
        assert count == 0;
        assert args != null && (args.length == 0 || args[0] != null);
    }
}
