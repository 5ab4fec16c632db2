/** A predicate family: each kind of shape says what it owns, callers need not know. */
abstract class Shape {
    /*@ abstract predicate valid(); @*/

    //@ requires valid();
    //@ ensures valid();
    abstract void grow();

    //@ requires valid();
    //@ ensures valid();
    void growTwice() {
        grow();
        grow();
    }
}

class Square extends Shape {
    int side;

    /*@ predicate valid() = acc(side) && 0 <= side && side <= 1000; @*/

    //@ ensures acc(side) && side == 0;
    Square() {
    }

    void grow() {
        //@ open valid();
        if (side < 1000) {
            side++;
        }
        //@ close valid();
    }
}

class Rectangle extends Shape {
    int width;
    int height;

    /*@ predicate valid() = acc(width) && acc(height) && width <= height; @*/

    void grow() {
        //@ open valid();
        if (height < 2147483647) {
            height++;
        }
        //@ close valid();
    }

    static void main(String[] args) {
        Square square = new Square();
        //@ close square.valid();
        Shape shape = square;
        shape.grow();
        shape.growTwice();
    }
}
