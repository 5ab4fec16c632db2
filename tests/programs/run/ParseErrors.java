// Messages of number parsing failures.
public class ParseErrors {
    static void attempt(Runnable run) {
        try {
            run.run();
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (String each : new String[] {"", "abc", "12x", "2147483648", "-", "+7", " 1", "0x10", null}) {
            attempt(() -> System.out.println(Integer.parseInt(each)));
        }
        attempt(() -> System.out.println(Integer.parseInt("zz", 36) + " " + Integer.parseInt("-ff", 16) + " " + Integer.decode("-0x10") + " " + Integer.decode("010")));
        attempt(() -> System.out.println(Integer.parseInt("9", 8)));
        attempt(() -> System.out.println(Long.parseLong("9223372036854775808")));
        attempt(() -> System.out.println(Byte.parseByte("128")));
        attempt(() -> System.out.println(Double.parseDouble("1e3") + Double.parseDouble(" 0x1p3 ") + Double.parseDouble("-Infinity")));
        attempt(() -> System.out.println(Double.parseDouble("1,5")));
        attempt(() -> System.out.println(Double.parseDouble("")));
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes"));
    }
}
