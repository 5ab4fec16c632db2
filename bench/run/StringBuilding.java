// Building strings: StringBuilder, concatenation, hashing.
class StringBuilding {
    public static void main(String[] args) {
        int hash = 0;
        for (int round = 0; round < 200; round++) {
            StringBuilder sb = new StringBuilder();
            for (int i = 0; i < 1000; i++) sb.append("item ").append(i * round).append(';');
            String s = sb.toString();
            hash = 31 * hash + s.hashCode() + s.indexOf("999;");
        }
        System.out.println(hash);
    }
}
