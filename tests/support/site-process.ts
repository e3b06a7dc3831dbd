import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, vi } from 'vitest';
import { freePort } from './site.ts';

const NODE = fileURLToPath(new URL('./serve-node.ts', import.meta.url));

export interface SiteProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Starts a separate server process on a shared database. It is stopped when the calling test file ends. */
export async function startSiteProcess(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<SiteProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-node-'));
  const port = await freePort();
  const child = spawn(process.execPath, [NODE], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterAll(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    await rm(dataDir, { recursive: true });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the node ended before it was ready')));
    let output = '';
    const waitUntilReady = (text: Buffer) => {
      output += text.toString();
      if (!output.includes('is ready')) return;
      child.stdout.off('data', waitUntilReady);
      resolve();
    };
    child.stdout.on('data', waitUntilReady);
  });
  return { url: `http://localhost:${port}`, process: child };
}

/** Returns the process id of the server's worker. Waits for the next worker after one has died. */
export async function findWorkerPid(pid: number): Promise<number> {
  return findChild(pid, 'worker/worker.ts');
}

/** Returns the process id of the worker's decoder. Waits until it is started. */
export async function findDecoderPid(worker: number): Promise<number> {
  return findChild(worker, 'image-processing/decoder-program.ts');
}

async function findChild(parent: number, program: string): Promise<number> {
  const children = () => promisify(execFile)('pgrep', ['-n', '-P', String(parent), '-f', program]);
  return vi.waitFor(async () => Number((await children()).stdout), { timeout: 60_000, interval: 100 });
}
