import java.beans.PropertyChangeSupport;
import java.sql.Date;
import java.sql.Types;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Classes of the JDK that are not in `java.base`. */
public class OtherModules {
    public static void main(String[] args) {
        LogRecord record = new LogRecord(Level.WARNING, "low on fuel");
        System.out.println(record.getLevel() + " " + record.getMessage());
        System.out.println(Date.valueOf("2024-02-29") + " " + Types.INTEGER);
        PropertyChangeSupport listeners = new PropertyChangeSupport("engine");
        listeners.addPropertyChangeListener(change -> System.out.println(change.getOldValue() + " -> " + change.getNewValue()));
        listeners.firePropertyChange("speed", 1, 2);
    }
}
