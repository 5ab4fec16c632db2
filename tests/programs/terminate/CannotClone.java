// It is not `Cloneable`.
// method: CannotClone.run
// expect java: diverges
// expect unbounded: diverges
class CannotClone {
    Object run() {
        try {
            return clone();
        } catch (CloneNotSupportedException e) {
            for (;;) {
            }
        }
    }
}
