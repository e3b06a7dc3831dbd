/** One after the other, as the memory of a picture is needed for one at a time. */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one at a time
  for (const item of items) results.push(await run(item));
  return results;
}
