/** Runs a task for each item, at most `limit` at a time, in the order of the items. Stops at the first error and throws it. */
export async function forEachInParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = iterate(items);
  let failed = false;
  const work = async () => {
    for (;;) {
      const next = await queue.next();
      if (failed || next.done) return;
      try {
        await run(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, work));
  await queue.return();
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function* iterate<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item, void, void> {
  yield* items;
}
