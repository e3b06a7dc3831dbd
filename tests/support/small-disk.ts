import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A small file system in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk, except for this number of megabytes. */
  fill(freeMegabytes?: number): Promise<void>;
  /** Deletes what `fill` wrote. */
  empty(): Promise<void>;
}

/** Mounts a tmpfs of this size in megabytes until the calling test file ends. Needs root, which CI has. */
export function createSmallDisk(megabytes: number): SmallDisk {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'recce-disk-')));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  afterAll(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: async (freeMegabytes = 0) => {
      const file = await open(filler, 'a');
      try {
        for (const bytes of [1024 * 1024, 4096, 1]) await writeUntilFull(() => file.write(Buffer.alloc(bytes)));
        if (freeMegabytes > 0) await file.truncate((await file.stat()).size - freeMegabytes * 1024 * 1024);
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
  };
}

async function writeUntilFull(write: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
