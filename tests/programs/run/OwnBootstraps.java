// Call sites and constants whose bootstrap methods are the program's own. No compiler of Java writes such a class, so it is here as bytes:
// `Sites` has a method per call site or constant that does nothing else.

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Base64;

public class OwnBootstraps {
    private static final String SITES =
            "yv66vgAAAD0ATQEABVNpdGVzBwABAQAQamF2YS9sYW5nL09iamVjdAcAAwEABGpvaW4BACgoSUpMamF2YS9sYW5nL1N0cmluZzsp" +
            "TGphdmEvbGFuZy9TdHJpbmc7AwAAAAEFAAAAAAAAAAIEQEAAAAZAEAAAAAAAAAEABHRleHQIAA0BAA5qYXZhL3V0aWwvTGlzdAcA" +
            "DwEABihJW0opVhAAEQEADU93bkJvb3RzdHJhcHMHABMBAAV0d2ljZQEABChJKUkMABUAFgoAFAAXDwYAGAMAAAAHAQAIY29uc3Rh" +
            "bnQBAF8oTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9D" +
            "bGFzcztJKUxqYXZhL2xhbmcvT2JqZWN0OwwAGwAcCgAUAB0PBgAeAQAFaW5uZXIBABJMamF2YS9sYW5nL09iamVjdDsMACAAIREA" +
            "AAAiAwAAACgBAARwcmltAQABSQwAJQAmEQABACcBAIYoTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGph" +
            "dmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9pbnZva2UvTWV0aG9kVHlwZTtbTGphdmEvbGFuZy9PYmplY3Q7KUxqYXZhL2xhbmcv" +
            "aW52b2tlL0NhbGxTaXRlOwwABQApCgAUACoPBgArAQAGam9pbmVkDAAtAAYSAAIALgEABWNvdW50AQADKClJAQAHY291bnRlcgEA" +
            "cyhMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL2ludm9r" +
            "ZS9NZXRob2RUeXBlOylMamF2YS9sYW5nL2ludm9rZS9DYWxsU2l0ZTsMADIAMwoAFAA0DwYANQEABG5leHQMADcAMRIAAwA4AQAE" +
            "ZmFpbAEABChJKVYBAAVmYWlscwwAPAAzCgAUAD0PBgA+AQAHbm90aGluZwwAQAA7EgAEAEEBABQoKUxqYXZhL2xhbmcvT2JqZWN0" +
            "OwEACXByaW1pdGl2ZQEABmhhbmRsZQEAISgpTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlOwEABHR5cGUBAB8oKUxqYXZh" +
            "L2xhbmcvaW52b2tlL01ldGhvZFR5cGU7AQAXKElMamF2YS9sYW5nL1N0cmluZzspW0oQAEkBAARDb2RlAQAQQm9vdHN0cmFwTWV0" +
            "aG9kcwABAAIABAAAAAAABwAJAAUABgABAEsAAAAVAAQABAAAAAkaHy26AC8AALAAAAAAAAkAMAAxAAEASwAAABIAAQAAAAAABroA" +
            "OQAArAAAAAAACQA6ADsAAQBLAAAAEwABAAEAAAAHGroAQgAAsQAAAAAACQAbAEMAAQBLAAAADwABAAAAAAADEiOwAAAAAAAJAEQA" +
            "MQABAEsAAAAPAAEAAAAAAAMSKKwAAAAAAAkARQBGAAEASwAAAA8AAQAAAAAAAxIZsAAAAAAACQBHAEgAAQBLAAAADwABAAAAAAAD" +
            "EkqwAAAAAAABAEwAAAAuAAUAHwABABoAHwABACQALAAKAAcACAAKAAsADgAQABIAGQAjACgANgAAAD8AAA==";

    // The arguments of the call behind the arguments of the bootstrap method.
    public static CallSite join(MethodHandles.Lookup lookup, String name, MethodType type, Object... fixed) throws Exception {
        System.out.println("join " + lookup.lookupClass().getName() + " " + name + " " + type);
        MethodHandle show = MethodHandles.lookup().findStatic(OwnBootstraps.class, "show",
                MethodType.methodType(String.class, Object[].class, Object[].class));
        return new ConstantCallSite(show.bindTo(fixed).asCollector(Object[].class, type.parameterCount()).asType(type));
    }

    static String show(Object[] fixed, Object[] given) {
        return Arrays.toString(fixed) + Arrays.toString(given);
    }

    // Every call changes what the next one does.
    public static CallSite counter(MethodHandles.Lookup lookup, String name, MethodType type) throws Exception {
        System.out.println("counter " + name);
        MutableCallSite site = new MutableCallSite(type);
        MethodHandle next = MethodHandles.lookup().findStatic(OwnBootstraps.class, "next",
                MethodType.methodType(int.class, MutableCallSite.class, int.class));
        site.setTarget(MethodHandles.insertArguments(next, 0, site, 1));
        return site;
    }

    static int next(MutableCallSite site, int value) throws Exception {
        MethodHandle next = MethodHandles.lookup().findStatic(OwnBootstraps.class, "next",
                MethodType.methodType(int.class, MutableCallSite.class, int.class));
        site.setTarget(MethodHandles.insertArguments(next, 0, site, value * 2));
        return value;
    }

    public static CallSite fails(MethodHandles.Lookup lookup, String name, MethodType type) {
        throw new IllegalStateException("no " + name);
    }

    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, int value) {
        System.out.println("constant " + name + " " + type);
        return type == int.class ? (Object) (value + 2) : new StringBuilder(name).append(value);
    }

    public static int twice(int value) {
        return 2 * value;
    }

    static Object call(Class<?> sites, String name, Object... args) throws Exception {
        return Arrays.stream(sites.getMethods()).filter(method -> method.getName().equals(name)).findFirst().get().invoke(null, args);
    }

    public static void main(String[] args) throws Throwable {
        Class<?> sites = MethodHandles.lookup().defineClass(Base64.getDecoder().decode(SITES));
        for (int round = 0; round < 2; round++) {
            System.out.println(call(sites, "join", round, 5L, "given"));
        }
        System.out.println(call(sites, "count") + " " + call(sites, "count") + " " + call(sites, "count"));
        System.out.println(call(sites, "constant") + " " + (call(sites, "constant") == call(sites, "constant")));
        System.out.println(call(sites, "primitive"));
        MethodHandle twice = (MethodHandle) call(sites, "handle");
        System.out.println((int) twice.invokeExact(21) + " " + twice.type() + " " + (twice == call(sites, "handle")));
        System.out.println(call(sites, "type"));
        try {
            call(sites, "fail", 1);
        } catch (InvocationTargetException failure) {
            System.out.println(failure.getCause() + " " + failure.getCause().getCause());
            // What is below is how reflection works, which differs from JDK to JDK.
            for (StackTraceElement frame : failure.getCause().getStackTrace()) {
                System.out.println(frame);
                if (frame.getClassName().equals("Sites")) {
                    break;
                }
            }
        }
    }
}
