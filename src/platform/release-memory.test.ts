import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

/** Returns the committed size of the young generation in bytes. */
function getYoungGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')!.physical_space_size;
}

/** Allocates until V8 has grown the young generation. */
function allocate(): void {
  let objects: object[] = [];
  for (let i = 0; i < 3_000_000; i++) {
    objects.push({ i });
    if (objects.length > 100_000) objects = [];
  }
}

test('shrinks the young generation after each busy period', async () => {
  const noteWork = releaseMemoryWhenIdle(1);
  for (let period = 0; period < 2; period++) {
    noteWork();
    allocate();
    const busy = getYoungGenerationBytes();
    expect(busy).toBeGreaterThan(8 * 1024 * 1024);
    await vi.waitFor(() => expect(getYoungGenerationBytes()).toBeLessThan(busy / 2));
  }
});
