import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A small disk of its own. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left, but for so many megabytes. */
  fill(but?: number): Promise<void>;
  /** Gives it back. */
  empty(): Promise<void>;
}

/** Makes a disk of so many megabytes in memory, gone when the calling test file ends. Takes root, as CI runs. */
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
    fill: async (but = 0) => {
      const file = await open(filler, 'a');
      try {
        for (const bytes of [1024 * 1024, 4096, 1]) await writeUntilFull(() => file.write(Buffer.alloc(bytes)));
        if (but > 0) await file.truncate((await file.stat()).size - but * 1024 * 1024);
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
