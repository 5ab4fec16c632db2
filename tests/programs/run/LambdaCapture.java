// Lambdas capture values of locals and the object for fields.

import java.util.*;
import java.util.function.*;

public class LambdaCapture {
    int field = 1;

    List<IntSupplier> make() {
        List<IntSupplier> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            list.add(() -> copy * 10 + field);
        }
        return list;
    }

    public static void main(String[] args) {
        LambdaCapture object = new LambdaCapture();
        List<IntSupplier> list = object.make();
        for (IntSupplier each : list) System.out.println(each.getAsInt());
        object.field = 5;
        for (IntSupplier each : list) System.out.println(each.getAsInt());
    }
}
