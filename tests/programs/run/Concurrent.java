import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

/** What of java.util.concurrent works without waiting. */
class Concurrent {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>(Map.of(3, "c", 1, "a", 2, "b"));
        System.out.println(skip + " " + skip.firstEntry() + " " + skip.headMap(3));
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int n : cow) if (n == 2) cow.add(4);
        System.out.println(cow);
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        System.out.println(queue.offer(1) + " " + queue.offer(2) + " " + queue.offer(3) + " " + queue.poll() + " " + queue.remainingCapacity());
        LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>();
        deque.put("x");
        deque.putFirst("w");
        System.out.println(deque.take() + deque.takeLast() + deque.peek());
        ConcurrentHashMap<String, LongAdder> freq = new ConcurrentHashMap<>();
        for (String w : "the cat and the dog and the end".split(" ")) freq.computeIfAbsent(w, k -> new LongAdder()).increment();
        System.out.println(new TreeMap<>(freq) + " " + freq.mappingCount() + " " + freq.searchValues(1, v -> v.sum() == 3 ? "three" : null));
        AtomicReference<String> ref = new AtomicReference<>("a");
        System.out.println(ref.updateAndGet(s -> s + "b") + ref.getAndAccumulate("c", String::concat) + ref.get() + ref.compareAndSet("abc", "z"));
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.addAndGet(1, 5);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("s", 1);
        System.out.println(array + " " + stamped.compareAndSet("s", "t", 1, 2) + stamped.getStamp() + " " + new DoubleAdder() + " " + new AtomicBoolean(true).getAndSet(false));
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        System.out.println(semaphore.availablePermits() + " " + semaphore.tryAcquire(2));
        CompletableFuture<String> f = CompletableFuture.supplyAsync(() -> "v").thenCompose(v -> CompletableFuture.supplyAsync(() -> v + "w")).whenComplete((v, e) -> System.out.println(v + e));
        System.out.println(f.get(1, TimeUnit.SECONDS) + CompletableFuture.allOf(f, CompletableFuture.runAsync(() -> System.out.println("ran"))).thenApply(x -> "all").join() + CompletableFuture.anyOf(f).join());
        System.out.println(IntStream.range(0, 1000).parallel().filter(n -> n % 7 == 0).sum() + " " + Arrays.asList(3, 1, 2).parallelStream().sorted().map(String::valueOf).collect(Collectors.joining()) + " " + Stream.of(1, 2, 3, 4).parallel().reduce(0, Integer::sum) + Stream.of(1).parallel().isParallel());
        int[] big = new Random(7).ints(20000, 0, 1000).toArray();
        Arrays.parallelSort(big);
        Arrays.parallelPrefix(big, Integer::sum);
        System.out.println(big[19999] + " " + big[100]);
        System.out.println(ForkJoinPool.commonPool().invoke(new RecursiveTask<Integer>() { protected Integer compute() { return 7; } }));
        ThreadLocalRandom.current().nextInt(5);
        Exchanger<String> exchanger = new Exchanger<>();
        Phaser phaser = new Phaser(1);
        System.out.println(phaser.arrive() + " " + phaser.getPhase() + " " + TimeUnit.HOURS.toSeconds(2) + " " + new CountDownLatch(0).await(1, TimeUnit.SECONDS));
        FutureTask<Integer> task = new FutureTask<>(() -> 6 * 7);
        new Thread(task).start();
        System.out.println(task.get() + " " + task.isDone());
    }
}
