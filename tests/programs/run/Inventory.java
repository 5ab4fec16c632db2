import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** A small business program: records, maps, money, reports. */
class Inventory {
    record Item(String sku, String name, BigDecimal price, int stock) {
        Item {
            if (price.signum() < 0) throw new IllegalArgumentException("negative price for " + sku);
        }
        Item withStock(int n) { return new Item(sku, name, price, n); }
    }
    static class OutOfStock extends Exception {
        final Item item;
        OutOfStock(Item item, int wanted) { super(String.format("only %d of %s, wanted %d", item.stock(), item.name(), wanted)); this.item = item; }
    }
    private final Map<String, Item> items = new TreeMap<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    void add(Item item) {
        Item old = items.put(item.sku(), item);
        undo.push(() -> { if (old == null) items.remove(item.sku()); else items.put(old.sku(), old); });
    }
    BigDecimal sell(String sku, int count) throws OutOfStock {
        Item item = Optional.ofNullable(items.get(sku)).orElseThrow(() -> new NoSuchElementException("no item " + sku));
        if (item.stock() < count) throw new OutOfStock(item, count);
        add(item.withStock(item.stock() - count));
        return item.price().multiply(BigDecimal.valueOf(count)).setScale(2, RoundingMode.HALF_EVEN);
    }
    public static void main(String[] args) {
        Inventory inv = new Inventory();
        inv.add(new Item("B2", "Bolt", new BigDecimal("0.125"), 1000));
        inv.add(new Item("N1", "Nut", new BigDecimal("0.0501"), 500));
        inv.add(new Item("A9", "Anvil", new BigDecimal("199.99"), 2));
        BigDecimal total = BigDecimal.ZERO;
        String[][] orders = {{"B2", "333"}, {"A9", "3"}, {"N1", "77"}, {"Z0", "1"}, {"A9", "x"}, {"A9", "2"}};
        for (String[] order : orders) {
            try {
                BigDecimal sum = inv.sell(order[0], Integer.parseInt(order[1]));
                total = total.add(sum);
                System.out.printf("%-4s x %4s = %10s%n", order[0], order[1], sum);
            } catch (OutOfStock e) {
                System.out.println("! " + e.getMessage() + " " + e.item);
            } catch (NoSuchElementException | NumberFormatException e) {
                System.out.println("? " + e.getClass().getName() + ": " + e.getMessage());
            } finally {
                System.out.print("");
            }
        }
        System.out.println("total " + total + " " + total.negate().abs().equals(total) + " " + total.precision() + " " + total.unscaledValue());
        System.out.println(total.divide(new BigDecimal("7"), MathContext.DECIMAL32) + " " + total.divideToIntegralValue(BigDecimal.TEN) + " " + total.remainder(BigDecimal.TEN));
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(inv.items.values().stream().map(i -> i.name() + "=" + i.stock()).collect(Collectors.joining(", ")));
        inv.undo.pop().run();
        inv.undo.pop().run();
        System.out.println(inv.items.values().stream().mapToInt(Item::stock).boxed().toList());
        System.out.println(new BigDecimal("1E+3").toPlainString() + " " + new BigDecimal("1E+3") + " " + new BigDecimal("0.000001234").toEngineeringString() + " " + new BigDecimal("100").stripTrailingZeros());
        BigInteger f = IntStream.rangeClosed(1, 40).mapToObj(BigInteger::valueOf).reduce(BigInteger.ONE, BigInteger::multiply);
        System.out.println(f + " " + f.bitLength() + " " + f.mod(BigInteger.valueOf(41)) + " " + f.toString(36) + " " + f.sqrt());
        System.out.println(BigInteger.TWO.modPow(new BigInteger("1000003"), new BigInteger("998244353")) + " " + BigInteger.valueOf(97).modInverse(BigInteger.valueOf(1000)) + " " + new BigInteger("-ff", 16).shiftRight(3) + " " + BigInteger.valueOf(1_000_003).isProbablePrime(20));
        System.out.println(Arrays.toString(BigInteger.valueOf(-12345).toByteArray()) + BigInteger.valueOf(360).gcd(BigInteger.valueOf(84)));
    }
}
