import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Annotations read by reflection. */
class Annotated {
    enum Level { LOW, HIGH }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Info {
        String value() default "none";
        int number() default 7;
        long[] longs() default {1, 2};
        Level level() default Level.LOW;
        Class<?> type() default Object.class;
        Nested nested() default @Nested(flag = true, letter = 'x');
        double ratio() default 0.5;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nested {
        boolean flag();
        char letter();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.SOURCE)
    @interface Gone {}

    @Info(value = "base", number = 42, level = Level.HIGH, type = String.class)
    static class Base {}

    @Tag("one")
    @Tag("two")
    static class Derived extends Base {
        @Info("field")
        @Deprecated
        int field;

        @Info
        Derived() {}

        @Gone
        @Deprecated(since = "9", forRemoval = true)
        public void old(@Info("parameter") int a, String b) {}

        public void plain() {}
    }

    interface Marker {
        @Info(longs = {}) void test();
    }

    public static void main(String[] args) throws Exception {
        Info info = Base.class.getAnnotation(Info.class);
        System.out.println(info.value() + info.number() + Arrays.toString(info.longs()) + info.level() + info.type() + info.ratio());
        System.out.println(info.nested().flag() + " " + info.nested().letter());
        System.out.println(info);
        System.out.println(info.annotationType() + " " + info.equals(Derived.class.getAnnotation(Info.class)));
        System.out.println(Derived.class.getAnnotations().length + " " + Derived.class.getDeclaredAnnotations().length);
        for (Tag tag : Derived.class.getAnnotationsByType(Tag.class)) {
            System.out.println(tag.value() + " " + tag);
        }
        System.out.println(Derived.class.isAnnotationPresent(Tags.class) + " " + Derived.class.isAnnotationPresent(Tag.class));
        System.out.println(Arrays.toString(Derived.class.getDeclaredField("field").getAnnotations()));
        System.out.println(Derived.class.getDeclaredConstructor().getAnnotation(Info.class).value());
        Method old = Derived.class.getMethod("old", int.class, String.class);
        System.out.println(Arrays.toString(old.getAnnotations()));
        System.out.println(old.getAnnotation(Deprecated.class).since());
        Annotation[][] parameters = old.getParameterAnnotations();
        System.out.println(parameters.length + " " + Arrays.toString(parameters[0]) + " " + parameters[1].length);
        System.out.println(old.getParameters()[0].getAnnotation(Info.class).value());
        System.out.println(Derived.class.getMethod("plain").getAnnotations().length);
        System.out.println(Arrays.toString(Marker.class.getMethod("test").getAnnotation(Info.class).longs()));
        System.out.println(Info.class.getMethod("number").getDefaultValue() + " " + Nested.class.getMethod("flag").getDefaultValue());
        System.out.println(FunctionalInterface.class.isAnnotation() + " " + Runnable.class.isAnnotationPresent(FunctionalInterface.class));
    }
}
