// Where a class comes from: the program's own know, the JDK's do not.

import java.io.File;
import java.net.URL;
import java.security.ProtectionDomain;

public class CodeSources {
    record Inner() {}

    public static void main(String[] args) throws Exception {
        ProtectionDomain domain = CodeSources.class.getProtectionDomain();
        URL location = domain.getCodeSource().getLocation();
        System.out.println(location.getProtocol() + " " + new File(location.toURI()).isDirectory() + " " + location.getPath().endsWith("/"));
        System.out.println(new File(new File(location.toURI()), "CodeSources.class").exists());
        System.out.println(domain.getCodeSource().getCertificates() + " " + (domain.getClassLoader() == ClassLoader.getSystemClassLoader()));
        System.out.println(domain == CodeSources.class.getProtectionDomain());
        System.out.println(location.equals(Inner.class.getProtectionDomain().getCodeSource().getLocation()));
        System.out.println(String.class.getProtectionDomain().getCodeSource());
        System.out.println(int[].class.getProtectionDomain().getCodeSource());
    }
}
