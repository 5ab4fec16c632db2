// A switch on strings, among them two with one hash.
public class SwitchStrings {
    static String find(String text) {
        switch (text) {
            case "Aa":
                return "first";
            case "BB":
                return "same hash";
            case "":
                return "empty";
            case "fall":
            case "through":
                return "both";
            default:
                return "none";
        }
    }

    public static void main(String[] args) {
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (String each : new String[] {"Aa", "BB", "C#", "", "fall", "through", "aa"}) System.out.println(find(each));
        try {
            find(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
