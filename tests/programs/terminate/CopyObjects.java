// method: CopyObjects.copy
// An array of objects takes the elements of any other.
// expect java: terminates
// expect unbounded: terminates
class CopyObjects {
    static int copy(Object[] from) {
        Object[] to = new Object[from.length];
        System.arraycopy(from, 0, to, 0, from.length);
        int count = 0;
        for (Object object : to) if (object != null) count++;
        return count;
    }
}
