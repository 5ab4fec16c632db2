import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

// Code that sets whatever fields an object has.
//
// falls: Wiped: name != null
class Wiped {
    private String name = "";
}

class Wiper {
    static void wipe(Object object) throws ReflectiveOperationException {
        for (Field field : object.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                field.set(object, null);
            }
        }
    }
}
