// run: explore --heap all
// safe: Annotated.inside Annotated.type Annotated.field Annotated$Inner.outer Annotated$Inner.<init>
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

class Annotated {
    @Target({ElementType.PARAMETER, ElementType.FIELD})
    @interface Nonnull {}
    @Target(ElementType.TYPE_USE)
    @interface NonNull {}
    @interface Nullable {}

    @Nonnull int[] numbers = {};

    static int inside(@Nonnull int[] a) {
        return a.length;
    }

    static int type(Annotated.@NonNull Inner a) {
        return a.size;
    }

    int field() {
        return numbers.length;
    }

    static int nullable(@Nullable int[] a) {
        return a.length; //~ NullPointerException
    }

    class Inner {
        int size;

        Inner() {
            size = numbers.length;
        }

        int outer() {
            return size + numbers.length;
        }
    }
}
