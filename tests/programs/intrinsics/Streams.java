import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import jdk.internal.misc.Unsafe;

/** Compression, serialization, memory outside the heap. */
class Streams {
    static class Base {
        int fromBase = 3;
    }

    static class Item extends Base implements Serializable {
        static final int CONSTANT = Integer.parseInt("4");
        String name = "n";
        transient int lost = 5;
        List<Integer> list = new ArrayList<>(List.of(1, 2));
    }

    public static void main(String[] args) throws Exception {
        byte[] input = "compress me, compress me".getBytes();
        Deflater deflater = new Deflater();
        deflater.setLevel(9);
        deflater.setInput(input);
        deflater.finish();
        byte[] packed = new byte[100];
        int length = deflater.deflate(packed);
        length += deflater.deflate(packed, length, packed.length - length);
        System.out.println(deflater.getAdler() + " " + deflater.finished());
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        byte[] output = new byte[100];
        int count = inflater.inflate(output);
        System.out.println(new String(output, 0, count) + inflater.getAdler() + inflater.finished());
        inflater.reset();
        ByteBuffer direct = ByteBuffer.allocateDirect(100);
        inflater.setInput(packed, 0, length);
        System.out.println(inflater.inflate(direct));
        direct.flip();
        deflater.reset();
        deflater.setInput(direct);
        deflater.finish();
        ByteBuffer again = ByteBuffer.allocateDirect(100);
        System.out.println(deflater.deflate(again) > 0);
        again.flip();
        inflater.reset();
        inflater.setInput(again);
        System.out.println(inflater.inflate(output));
        inflater.reset();
        again.rewind();
        inflater.setInput(again);
        System.out.println(inflater.inflate(ByteBuffer.allocateDirect(100)));
        deflater.reset();
        direct.rewind();
        deflater.setInput(direct);
        deflater.finish();
        System.out.println(deflater.deflate(packed) > 0);
        deflater.reset();
        deflater.setInput(input);
        deflater.finish();
        again.clear();
        System.out.println(deflater.deflate(again) > 0);
        inflater.reset();
        inflater.setInput(new byte[] {1, 2, 3});
        try {
            inflater.inflate(output);
        } catch (DataFormatException e) {
            System.out.println(e.getMessage());
        }
        deflater.end();
        inflater.end();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Item());
        }
        Item item = (Item) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(bytes.size() + item.name + item.lost + item.list + item.fromBase);
        Unsafe unsafe = Unsafe.getUnsafe();
        long block = unsafe.allocateMemory(16);
        unsafe.putLong(block, 0x0102030405060708L);
        block = unsafe.reallocateMemory(block, 32);
        unsafe.setMemory(block + 8, 8, (byte) 1);
        System.out.println(unsafe.getInt(block) + " " + unsafe.getByte(block + 7) + unsafe.getLong(block + 8));
        unsafe.freeMemory(block);
    }
}
