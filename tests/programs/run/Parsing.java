// Parsing numbers and the failures of it.
class Parsing {
    interface Parse { Object of(String s); }
    static void attempt(Parse p, String... inputs) {
        for (String s : inputs) try { System.out.println(p.of(s)); } catch (RuntimeException e) { System.out.println(e); }
    }
    public static void main(String[] args) {
        attempt(Integer::parseInt, "42", "-0", "+7", "2147483647", "2147483648", "", " 1", "0x10", null);
        attempt(Integer::decode, "0x1F", "-010", "#ff", "99");
        attempt(Long::parseLong, "9223372036854775807", "9223372036854775808", "12L");
        attempt(Double::parseDouble, "1e3", ".5", "-1.", "0x1p4", "Infinity", "1e400", "4.9e-325", "abc", " 2.5 ", "1d");
        attempt(Float::parseFloat, "3.4028235e38", "1e-50", "NaN");
        attempt(Boolean::parseBoolean, "true", "TRUE", "yes");
        attempt(Byte::parseByte, "127", "128");
        attempt(s -> Integer.parseUnsignedInt(s), "4294967295");
        attempt(s -> Integer.parseInt(s, 36), "zz", "Z!");
        System.out.println(Double.toString(123456789.0) + " " + 1.0E-5 + " " + (float) 0.1 + " " + 2e-3f + " " + 100f + " " + 1.0f * Integer.MAX_VALUE + " " + (double) Long.MAX_VALUE + " " + 9007199254740993.0 + " " + 2.2250738585072014E-308);
    }
}
