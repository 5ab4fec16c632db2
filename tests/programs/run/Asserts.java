// Assertions are off by default.
class Asserts {
    public static void main(String[] args) {
        assert args.length > 5 : "not checked";
        boolean on = false;
        assert on = true;
        System.out.println(on);
    }
}
