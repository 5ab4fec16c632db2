import java.nio.charset.StandardCharsets;
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

/** Text processing: regular expressions, properties, scanners, Unicode. */
class Texts {
    public static void main(String[] args) throws Exception {
        String log = "2024-01-05 ERROR [db] timeout after 30s\n2024-01-06 INFO [web] ok\n2024-02-07 ERROR [web] status=500 path=/a/b\n";
        Pattern line = Pattern.compile("^(?<date>\\d{4}-(?<month>\\d\\d)-\\d\\d) (?<level>[A-Z]+) \\[(\\w+)\\] (.*)$", Pattern.MULTILINE);
        Matcher m = line.matcher(log);
        Map<String, List<String>> byMonth = new TreeMap<>();
        while (m.find()) byMonth.computeIfAbsent(m.group("month"), k -> new ArrayList<>()).add(m.group("level") + ":" + m.group(4) + "@" + m.start());
        System.out.println(byMonth);
        System.out.println(Pattern.compile("(\\d+)(s|ms)?").matcher("a1 22s 333ms").replaceAll(r -> "<" + r.group(1) + (r.group(2) == null ? "" : r.group(2).toUpperCase()) + ">"));
        System.out.println("a,b;;c".split("[,;]").length + " " + "a,b,,".split(",").length + " " + Arrays.toString("a,b,,".split(",", -1)) + " " + "x1y2".replaceAll("([a-z])(\\d)", "$2$1") + " " + "aaa".replaceFirst("a*?", "-"));
        System.out.println("foobar".matches("foo(?=bar).*") + " " + "Hello".matches("(?i)hELLO") + " " + Pattern.compile("\\b").splitAsStream("ab cd").toList() + " " + Pattern.matches("\\p{Lu}\\p{L}+", "\u00c9cole") + " " + "a.b".split(Pattern.quote(".")).length);
        System.out.println("(a(b)c)".replaceAll("[()]", "") + " " + Pattern.compile("(a+)+b").matcher("aaaaaaaaaaaaaaab").matches() + " " + "tel: 555-1234".replaceAll("\\D+", "") + " " + Pattern.compile("(\\w)\\1").matcher("hello").find());
        try {
            Pattern.compile("a(b");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getMessage());
        }
        Properties properties = new Properties();
        properties.load(new java.io.StringReader("# comment\nname = value\\\n  continued\nkey\\ two:2\nempty\n\\u0041=x"));
        System.out.println(new TreeMap<>(properties) + " " + properties.getProperty("none", "default"));
        Scanner scanner = new Scanner("12 3.5 true word\nwhole line\n0x1F 99999999999");
        System.out.println(scanner.nextInt() + " " + scanner.nextDouble() + " " + scanner.nextBoolean() + " " + scanner.next() + scanner.nextLine() + "|" + scanner.nextLine() + "|" + scanner.hasNextInt() + scanner.next());
        try {
            scanner.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage() + " " + scanner.nextLong() + scanner.hasNext());
        }
        String uni = "na\u00efve \ud83d\ude00 \u4e2d";
        System.out.println(uni.length() + " " + uni.codePointCount(0, uni.length()) + " " + uni.codePoints().filter(Character::isLetter).count() + " " + Arrays.toString(uni.getBytes(StandardCharsets.UTF_8)).length() + " " + new String(uni.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE).equals(uni) + " " + Character.getNumericValue('\u0664') + " " + Character.isUpperCase('\u00c9') + Character.toTitleCase('z') + " " + new StringBuilder(uni).reverse().codePointAt(2));
        System.out.println(uni.getBytes(StandardCharsets.ISO_8859_1)[2] + " " + new String(new byte[] {(byte) 0xe9, 65, (byte) 0xff}, StandardCharsets.UTF_8).codePointAt(0) + " " + "\u00e9".equals(Normalizer.normalize("e\u0301", Normalizer.Form.NFC)));
        System.out.println(String.join("/", new TreeSet<>(List.of("b", "a"))) + " " + "abc".compareTo("abd") + " " + "b".compareToIgnoreCase("A") + " " + "  a b ".trim().isBlank() + " " + "banana".lastIndexOf("an") + " " + "x".equals(null) + " " + "abcabc".chars().distinct().mapToObj(c -> (char) c + "").collect(Collectors.joining()) + " " + "A-B".toLowerCase().toUpperCase().hashCode() + " " + "a\tb".translateEscapes() + " " + "%s".formatted((Object) null) + " " + "hello".contentEquals(new StringBuffer("hello")) + " " + "ab".regionMatches(true, 0, "XAB", 1, 2));
        DateTimeFormatter f = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH);
        System.out.println(LocalDate.of(2024, 2, 29).format(f) + " " + LocalDate.parse("Friday, 1 March 2024", f).getDayOfYear() + " " + DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.US) + " " + Month.MAY.getDisplayName(TextStyle.FULL, Locale.UK));
        System.out.println(ZonedDateTime.of(2024, 3, 10, 1, 30, 0, 0, ZoneOffset.ofHours(-5)).toInstant() + " " + Duration.parse("PT1H30M").plusMillis(1).toString() + " " + OffsetDateTime.parse("2020-01-01T00:00:00+02:00").toEpochSecond() + " " + Instant.EPOCH.plus(Duration.ofDays(365)));
        SimpleDateFormat simple = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss", Locale.US);
        simple.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(simple.format(new Date(1_600_000_000_000L)) + " " + simple.parse("2001-09-09T01:46:40").getTime());
        Calendar calendar = new GregorianCalendar(2023, Calendar.DECEMBER, 31);
        calendar.add(Calendar.DAY_OF_MONTH, 60);
        System.out.println(calendar.get(Calendar.MONTH) + " " + calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.getActualMaximum(Calendar.DAY_OF_YEAR));
        System.out.println(new ChoiceFormat("0#none|1#one|2#many").format(5) + " " + new MessageFormat("{0,number,#.##} {1}").format(new Object[] {3.14159, "x"}) + " " + Collator.getInstance(Locale.US).compare("a", "B"));
    }
}
