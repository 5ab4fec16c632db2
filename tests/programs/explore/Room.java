// run: explore --heap all
// safe: Room.array Room.twice Room.label
// unknown: Room.doubled Room.appended Room.joined Room.multiplied

/** What no JVM has room for is not proven safe; where sizes depend on the input, room is taken for granted and the answer says so. */
class Room {
    static int array(int length) {
        return length < 0 ? 0 : new int[length].length;
    }

    static String twice(String text) {
        return text + text;
    }

    static String label(int number) {
        return "number " + number;
    }

    static String doubled(String text) {
        for (int i = 0; i < 40; i++) {
            text = text + text;
        }
        return text;
    }

    static StringBuilder appended(String text) {
        StringBuilder builder = new StringBuilder(text == null ? "x" : text);
        for (int i = 0; i < 40; i++) {
            builder.append(builder.toString());
        }
        return builder;
    }

    static int joined(String text) {
        if (text == null || text.isEmpty()) {
            return 0;
        }
        for (int i = 0; i < 31; i++) {
            text = text.concat(text);
        }
        return text.length();
    }

    static String multiplied(int number) {
        String text = String.valueOf(number);
        for (int i = 0; i < 33; i++) {
            text = text + text;
        }
        return text;
    }
}
