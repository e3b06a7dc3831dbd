import { afterEach, describe, expect, it, vi } from 'vitest';
import { type StorageMonitor, startStorageMonitor } from './storage-monitor.ts';

const TIMES = { intervalMs: 5, timeoutMs: 20 };
const log = { info: vi.fn(), error: vi.fn() };
let monitor: StorageMonitor;
afterEach(() => {
  monitor.stop();
  vi.clearAllMocks();
});

describe('the monitor of the storage', () => {
  it('notices an outage and its end, and logs each once', async () => {
    let error: Error | null = null;
    const check = vi.fn(async () => {
      if (error) throw error;
    });
    monitor = await startStorageMonitor({ check }, log, TIMES);
    expect(monitor.isAvailable()).toBe(true);
    error = new Error('no route to host');
    await vi.waitFor(() => expect(monitor.isAvailable()).toBe(false));
    const calls = check.mock.calls.length;
    await vi.waitFor(() => expect(check.mock.calls.length).toBeGreaterThan(calls + 2));
    error = null;
    await vi.waitFor(() => expect(monitor.isAvailable()).toBe(true));
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('counts a storage that does not respond as unavailable, without a second check beside the first', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = vi.fn(() => promise);
    monitor = await startStorageMonitor({ check }, log, TIMES);
    expect(monitor.isAvailable()).toBe(false);
    expect(check).toHaveBeenCalledTimes(1);
    resolve();
    await vi.waitFor(() => expect(monitor.isAvailable()).toBe(true));
  });
});
