// A switch on an enum; null fails.
public class SwitchEnum {
    enum Light {
        RED, AMBER, GREEN;

        Light next() {
            return switch (this) {
                case RED -> GREEN;
                case AMBER -> RED;
                case GREEN -> AMBER;
            };
        }
    }

    public static void main(String[] args) {
        Light light = Light.RED;
        for (int i = 0; i < 4; i++) {
            System.out.print(light + " ");
            light = light.next();
        }
        System.out.println(light.compareTo(Light.RED));
        light = null;
        try {
            switch (light) {
                default -> System.out.println("unreachable");
            }
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
