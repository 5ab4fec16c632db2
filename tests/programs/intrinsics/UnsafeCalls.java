import jdk.internal.misc.Unsafe;

/** `jdk.internal.misc.Unsafe`, from which the library's lock-free classes are built. */
class UnsafeCalls {
    int i; long l; Object o; boolean z; byte b; short s; char c; float f; double d;
    static int shared = 3;
    static class Lazy { static { System.out.println("initialised"); } int value = 9; }

    public static void main(String[] args) throws Exception {
        Unsafe u = Unsafe.getUnsafe();
        UnsafeCalls x = new UnsafeCalls();
        long i = u.objectFieldOffset(UnsafeCalls.class, "i"), l = u.objectFieldOffset(UnsafeCalls.class, "l");
        long o = u.objectFieldOffset(UnsafeCalls.class.getDeclaredField("o")), z = u.objectFieldOffset(UnsafeCalls.class, "z");
        long b = u.objectFieldOffset(UnsafeCalls.class, "b"), s = u.objectFieldOffset(UnsafeCalls.class, "s");
        long c = u.objectFieldOffset(UnsafeCalls.class, "c"), f = u.objectFieldOffset(UnsafeCalls.class, "f");
        long d = u.objectFieldOffset(UnsafeCalls.class, "d");
        u.putInt(x, i, 1); u.putIntVolatile(x, i, u.getInt(x, i) + u.getIntVolatile(x, i));
        u.putLong(x, l, 2); u.putLongVolatile(x, l, u.getLong(x, l) + u.getLongVolatile(x, l));
        u.putReference(x, o, "r"); u.putReferenceVolatile(x, o, "" + u.getReference(x, o) + u.getReferenceVolatile(x, o));
        u.putBoolean(x, z, true); u.putBooleanVolatile(x, z, u.getBoolean(x, z) & u.getBooleanVolatile(x, z));
        u.putByte(x, b, (byte) 200); u.putByteVolatile(x, b, (byte) (u.getByte(x, b) + u.getByteVolatile(x, b)));
        u.putShort(x, s, (short) 40000); u.putShortVolatile(x, s, (short) (u.getShort(x, s) + u.getShortVolatile(x, s)));
        u.putChar(x, c, 'x'); u.putCharVolatile(x, c, (char) (u.getChar(x, c) + u.getCharVolatile(x, c) - 'x'));
        u.putFloat(x, f, 1.5f); u.putFloatVolatile(x, f, u.getFloat(x, f) * u.getFloatVolatile(x, f));
        u.putDouble(x, d, 2.5); u.putDoubleVolatile(x, d, u.getDouble(x, d) * u.getDoubleVolatile(x, d));
        System.out.println(x.i + " " + x.l + " " + x.o + " " + x.z + " " + x.b + " " + x.s + " " + x.c + " " + x.f + " " + x.d);
        System.out.println(u.compareAndSetInt(x, i, 2, 3) + " " + u.compareAndSetInt(x, i, 2, 4) + " " + u.compareAndExchangeInt(x, i, 3, 5));
        System.out.println(u.compareAndSetLong(x, l, 4, 5) + " " + u.compareAndExchangeLong(x, l, 5, 6) + " " + x.l);
        System.out.println(u.compareAndSetReference(x, o, null, "n") + " " + u.compareAndExchangeReference(x, o, "no", "n") + " " + x.o);
        java.lang.reflect.Field field = UnsafeCalls.class.getDeclaredField("shared");
        System.out.println(u.getInt(u.staticFieldBase(field), u.staticFieldOffset(field)));
        int[] ints = {1, 2, 3, 4};
        long base = u.arrayBaseOffset(int[].class);
        System.out.println(u.getInt(ints, base + 2L * u.arrayIndexScale(int[].class)) + " " + u.arrayIndexScale(byte[].class));
        byte[] bytes = new byte[8];
        u.putLongUnaligned(bytes, u.arrayBaseOffset(byte[].class), 0x0102030405060708L);
        System.out.println(bytes[0] + " " + u.getIntUnaligned(bytes, u.arrayBaseOffset(byte[].class) + 1L));
        int[] copy = new int[4];
        u.copyMemory(ints, base, copy, base + 4, 12);
        u.setMemory(bytes, u.arrayBaseOffset(byte[].class), 4, (byte) 9);
        System.out.println(java.util.Arrays.toString(copy) + java.util.Arrays.toString(bytes));
        System.out.println(u.shouldBeInitialized(String.class) + " " + jdk.internal.misc.VM.isBooted());
        System.out.println(((Lazy) u.allocateInstance(Lazy.class)).value);
        u.ensureClassInitialized(Lazy.class);
        u.loadFence(); u.storeFence(); u.fullFence();
        u.unpark(Thread.currentThread());
        u.park(false, 1000);
        try {
            u.throwException(new java.io.IOException("thrown"));
        } catch (Exception e) {
            System.out.println(e);
        }
    }
}
