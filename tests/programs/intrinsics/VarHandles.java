import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Every way to use a variable handle, on fields, static fields, elements and bytes. */
class VarHandles {
    int i = 5;
    long l = 7;
    String s = "a";
    static int shared = 1;

    static void ints(VarHandle h, VarHandles o) {
        h.set(o, 1); System.out.print((int) h.get(o) + " ");
        h.setVolatile(o, 2); System.out.print((int) h.getVolatile(o) + " ");
        h.setOpaque(o, 3); System.out.print((int) h.getOpaque(o) + " ");
        h.setRelease(o, 4); System.out.print((int) h.getAcquire(o) + " ");
        System.out.print(h.compareAndSet(o, 4, 5) + " " + h.compareAndSet(o, 4, 6) + " ");
        while (!h.weakCompareAndSet(o, 5, 6)) { }
        while (!h.weakCompareAndSetPlain(o, 6, 7)) { }
        while (!h.weakCompareAndSetAcquire(o, 7, 8)) { }
        while (!h.weakCompareAndSetRelease(o, 8, 9)) { }
        System.out.print((int) h.compareAndExchange(o, 9, 10) + " " + (int) h.compareAndExchange(o, 9, 11) + " ");
        System.out.print((int) h.compareAndExchangeAcquire(o, 10, 12) + " " + (int) h.compareAndExchangeRelease(o, 12, 13) + " ");
        System.out.print((int) h.getAndSet(o, 14) + " " + (int) h.getAndSetAcquire(o, 15) + " " + (int) h.getAndSetRelease(o, 16) + " ");
        System.out.print((int) h.getAndAdd(o, 1) + " " + (int) h.getAndAddAcquire(o, 2) + " " + (int) h.getAndAddRelease(o, 3) + " ");
        System.out.print((int) h.getAndBitwiseOr(o, 64) + " " + (int) h.getAndBitwiseOrAcquire(o, 1) + " " + (int) h.getAndBitwiseOrRelease(o, 2) + " ");
        System.out.print((int) h.getAndBitwiseAnd(o, 127) + " " + (int) h.getAndBitwiseAndAcquire(o, 63) + " " + (int) h.getAndBitwiseAndRelease(o, 31) + " ");
        System.out.print((int) h.getAndBitwiseXor(o, 7) + " " + (int) h.getAndBitwiseXorAcquire(o, 5) + " " + (int) h.getAndBitwiseXorRelease(o, 3) + " ");
        System.out.println(o.i);
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandles o = new VarHandles();
        ints(lookup.findVarHandle(VarHandles.class, "i", int.class), o);
        VarHandle longs = lookup.findVarHandle(VarHandles.class, "l", long.class);
        System.out.println((long) longs.getAndAdd(o, 1L << 40) + " " + (long) longs.getAndBitwiseXor(o, 7L) + " " + o.l);
        VarHandle texts = MethodHandles.privateLookupIn(VarHandles.class, lookup).findVarHandle(VarHandles.class, "s", String.class);
        System.out.println(texts.compareAndSet(o, "a", "b") + " " + (String) texts.getAndSet(o, "c") + o.s);
        VarHandle statics = lookup.findStaticVarHandle(VarHandles.class, "shared", int.class);
        System.out.println((int) statics.getAndAdd(4) + " " + shared);
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
        int[] array = {1, 2, 3};
        System.out.println((int) elements.getAndAdd(array, 1, 40) + " " + array[1]);
        try {
            elements.set(array, 3, 0);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        byte[] bytes = new byte[12];
        VarHandle little = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        VarHandle big = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
        little.set(bytes, 0, 0x01020304);
        System.out.println(bytes[0] + " " + bytes[3] + " " + Long.toHexString((long) big.get(bytes, 0)));
        big.set(bytes, 4, -2L);
        System.out.println(bytes[4] + " " + bytes[11] + " " + (int) little.get(bytes, 8));
        try {
            little.get(bytes, 9);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.fullFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        MethodHandles.publicLookup();
    }
}
