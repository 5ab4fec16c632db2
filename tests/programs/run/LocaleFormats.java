// Numbers, dates and words as other countries write them.
import java.text.BreakIterator;
import java.text.Collator;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;

public class LocaleFormats {
    public static void main(String[] args) throws Exception {
        LocalDate date = LocalDate.of(2024, 3, 5);
        Locale[] locales = {Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.JAPAN, new Locale("pt", "BR"), Locale.forLanguageTag("hi")};
        for (Locale locale : locales) {
            System.out.println(locale + " " + String.format(locale, "%,.2f", 1234567.891) + " "
                    + NumberFormat.getCurrencyInstance(locale).format(99.5) + " "
                    + NumberFormat.getPercentInstance(locale).format(0.25) + " "
                    + date.format(DateTimeFormatter.ofPattern("EEEE d MMMM", locale)) + " "
                    + date.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(locale)));
        }
        System.out.println(NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5") + " "
                + new Scanner("3,5").useLocale(Locale.FRANCE).nextDouble() + " "
                + Locale.GERMANY.getDisplayLanguage(Locale.FRENCH) + " " + Currency.getInstance("EUR").getSymbol(Locale.FRANCE));
        List<String> words = new ArrayList<>(List.of("zebra", "Äpfel", "apfel", "ähnlich"));
        words.sort(Collator.getInstance(Locale.GERMAN));
        System.out.println(words + " " + "TITLE".toLowerCase(new Locale("tr")) + " " + "ΟΔΟΣ".toLowerCase());
        BreakIterator breaks = BreakIterator.getWordInstance(Locale.ENGLISH);
        breaks.setText("Two words.");
        int count = 0;
        while (breaks.next() != BreakIterator.DONE) {
            count++;
        }
        System.out.println(count);
        Locale.setDefault(Locale.ITALY);
        System.out.println(String.format("%.1f", 0.5));
    }
}
