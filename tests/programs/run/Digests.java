import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Digests, checksums and encodings. */
class Digests {
    public static void main(String[] args) throws Exception {
        byte[] text = "The quick brown fox".getBytes(StandardCharsets.UTF_8);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            System.out.println(name + " " + HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(text)));
        }
        try {
            MessageDigest.getInstance("no such thing");
        } catch (java.security.NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        String encoded = Base64.getEncoder().encodeToString(text);
        System.out.println(encoded + " " + new String(Base64.getDecoder().decode(encoded)));
        CRC32 crc = new CRC32();
        crc.update(text);
        Adler32 adler = new Adler32();
        adler.update(text);
        System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()));
        System.out.println(UUID.nameUUIDFromBytes(text) + " " + new UUID(1, 2));
    }
}
