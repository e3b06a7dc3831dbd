import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

/** Returns the committed size of the young generation in bytes. */
function getYoungGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')!.physical_space_size;
}

/** Keeps 100,000 objects alive at a time, for at most 1,000 rounds, until V8 has grown the young generation. */
function growYoungGeneration(bytes: number): void {
  for (let round = 0; round < 1000 && getYoungGenerationBytes() < bytes; round++) {
    Array.from({ length: 100_000 }, (_, i) => ({ i }));
  }
}

test('shrinks the young generation after each busy period', async () => {
  const resetIdleTimer = releaseMemoryWhenIdle(1);
  for (let period = 0; period < 2; period++) {
    resetIdleTimer();
    growYoungGeneration(8 * 1024 * 1024);
    const busy = getYoungGenerationBytes();
    expect(busy).toBeGreaterThanOrEqual(8 * 1024 * 1024);
    await vi.waitFor(() => expect(getYoungGenerationBytes()).toBeLessThan(busy / 2));
  }
});
