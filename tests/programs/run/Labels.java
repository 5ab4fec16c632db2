// Control flow: nested switch in loops, labelled continue, break out of try, finally with break.
class Labels {
    @SuppressWarnings("finally")
    public static void main(String[] args) {
        int count = 0;
        loop:
        for (int i = 0; ; i++) {
            switch (i % 4) {
                case 0: continue loop;
                case 1: count += i; break;
                case 2: if (i > 10) break loop;
                default: count++;
            }
            try { if (i == 7) continue; count += 100; } finally { count += 1000; }
        }
        System.out.println(count);
        for (int i = 0; i < 3; i++) { try { throw new RuntimeException(); } catch (RuntimeException e) { if (i == 1) continue; } finally { System.out.print(i); if (i == 2) break; } System.out.print("-"); }
        System.out.println();
        int x = 10;
        while (x --> 0) if (x % 3 == 0) continue; else if (x < 4) break;
        System.out.println(x);
        do { x++; if (x == 5) break; } while (x < 8);
        System.out.println(x);
    }
}
