// run: explore
// safe: Enums.next Enums.isRed
class Enums {
    enum Light { RED, AMBER, GREEN }

    Light light;

    static Light next(Light light) {
        if (light == null) return Light.RED;
        switch (light) {
            case RED: return Light.GREEN;
            case GREEN: return Light.AMBER;
            default: return Light.RED;
        }
    }

    boolean isRed() {
        return light == Light.RED;
    }

    int ordinal() {
        return 10 / light.ordinal(); //~ ArithmeticException, NullPointerException
    }

    static int named(String name) {
        if (name == null) return 0;
        return Light.valueOf(name).ordinal(); //~ IllegalArgumentException
    }

    static int described(Light light) {
        String text = "the light is " + light;
        return text.length() > 18 ? 1 / (text.length() - 18) : 1 / (text.length() - 17); //~ ArithmeticException
    }
}
