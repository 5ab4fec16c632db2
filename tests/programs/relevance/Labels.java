// A label on a line leads to what follows, also where nothing on the line matters itself.
class Labels {
    static int fallThrough(int key) {
        int result = 0;                         //~ irrelevant
        switch (key) {
            case 1: result = 1;                 //~ part result = 1
            case 2: result = 2; break;
            default: result = 4;
        }
        return result;
    }

    static int lastFirst(int key) {
        int result = key;                       //~ irrelevant
        switch (key) {                          //~ irrelevant
            default: result = 7;                //~ part result = 7
            case 1: result = 1;
        }
        return result + key;
    }
}
