import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Map;
import java.util.TreeMap;

/** `java.time`: dates, periods, parsing and printing. */
class Calendars {
    public static void main(String[] args) {
        LocalDate leap = LocalDate.of(2024, 2, 29);
        System.out.println(leap + " " + leap.getDayOfWeek() + " " + leap.getDayOfYear() + " " + leap.isLeapYear());
        System.out.println(leap.plusYears(1) + " " + leap.plusMonths(12) + " " + leap.minusDays(60));
        System.out.println(leap.with(TemporalAdjusters.lastDayOfMonth()) + " " + leap.with(TemporalAdjusters.next(DayOfWeek.MONDAY)));
        System.out.println(ChronoUnit.DAYS.between(LocalDate.of(1970, 1, 1), leap) + " " + leap.toEpochDay());
        System.out.println(Period.between(LocalDate.of(1999, 12, 31), leap) + " " + Period.of(1, 14, 3).normalized());
        LocalTime time = LocalTime.of(23, 59, 58, 7_000_000);
        System.out.println(time + " " + time.plusSeconds(3) + " " + time.truncatedTo(ChronoUnit.HOURS));
        System.out.println(Duration.ofSeconds(93_784, 500) + " " + Duration.between(time, LocalTime.NOON).toMinutes());
        LocalDateTime both = leap.atTime(time);
        System.out.println(both + " " + both.toEpochSecond(ZoneOffset.UTC) + " " + Instant.ofEpochSecond(1_000_000_000L));
        System.out.println(both.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " " + leap.format(DateTimeFormatter.BASIC_ISO_DATE));
        System.out.println(both.format(DateTimeFormatter.ofPattern("dd/MM/yyyy HH:mm:ss.SSS")));
        System.out.println(LocalDate.parse("2021-03-04").compareTo(leap) + " " + LocalTime.parse("07:08"));
        System.out.println(YearMonth.of(2023, Month.FEBRUARY).lengthOfMonth() + " " + Year.isLeap(1900) + " " + Month.MAY.plus(10));
        try {
            LocalDate.of(2023, 2, 29);
        } catch (java.time.DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalDate.parse("2023-13-01");
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage());
        }
        Map<DayOfWeek, Integer> fridays = new TreeMap<>();
        for (int year = 2000; year < 2010; year++) {
            for (Month month : Month.values()) {
                fridays.merge(LocalDate.of(year, month, 13).getDayOfWeek(), 1, Integer::sum);
            }
        }
        System.out.println(fridays);
    }
}
