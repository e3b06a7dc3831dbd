import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

/** Bytes that the thread holds for new objects, used or not. */
function roomForNew(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')!.physical_space_size;
}

/** Leaves garbage until V8 has made the room for new objects large. */
function work(): void {
  let objects: object[] = [];
  for (let i = 0; i < 3_000_000; i++) {
    objects.push({ i });
    if (objects.length > 100_000) objects = [];
  }
}

test('gives room for new objects back when no work has come for a while, after each spell of it', async () => {
  const noteWork = releaseMemoryWhenIdle(1);
  for (let spell = 0; spell < 2; spell++) {
    noteWork();
    work();
    const busy = roomForNew();
    expect(busy).toBeGreaterThan(8 * 1024 * 1024);
    await vi.waitFor(() => expect(roomForNew()).toBeLessThan(busy / 2));
  }
});
