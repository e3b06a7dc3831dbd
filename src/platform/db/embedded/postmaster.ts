import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { adviseOn, commandOptions } from './cluster.ts';
import type { Cluster } from './cluster.ts';

/** The running server. */
export interface Postmaster {
  /** Settles with the reason when the server has ended. */
  readonly ended: Promise<StartupError>;
  hasEnded(): boolean;
  /** Shuts down in order (sessions ended, checkpoint written), or at once where that takes too long. */
  stop(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** A fast shutdown writes a checkpoint; after this long the server is stopped at once and recovers when it starts. */
export const FAST_SHUTDOWN_MS = 30_000;
const LOG_ROTATION_BYTES = 1_000_000;

/** Server settings for a small machine. Statements, and with them personal data, stay out of the log. */
const SETTINGS: Settings = {
  listen_addresses: '',
  // Relative to the cluster's folder, for a socket's path is limited to about 100 bytes.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Starts the server on its cluster; it takes connections a little later. `overrides` go before our own settings. */
export async function launch(cluster: Cluster, logFile: string, overrides: Settings): Promise<Postmaster> {
  const logStart = await rotateLog(logFile);
  const child = await run(cluster, logFile, { ...SETTINGS, ...overrides });

  // Should we end without stopping it.
  const stopWithUs = () => child.kill('SIGINT');
  process.once('exit', stopWithUs);
  const exit = hasExited(child) ? Promise.resolve() : once(child, 'exit');
  const ended = exit.then(async () => {
    process.off('exit', stopWithUs);
    const reason = child.signalCode ?? (await readFatalLine(logFile, logStart));
    return new StartupError(`The embedded PostgreSQL ended: ${reason} (see ${logFile}). ${adviseOn(reason, cluster)}`);
  });
  return {
    ended,
    hasEnded: () => hasExited(child),
    async stop() {
      const stopTimer = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
      child.kill('SIGINT');
      await exit;
      clearTimeout(stopTimer);
    },
  };
}

/** Keeps the log small; returns where the new run's part of it begins, in bytes. */
async function rotateLog(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size < LOG_ROTATION_BYTES) return size;
  await rename(logFile, `${logFile}.1`);
  return 0;
}

async function run(cluster: Cluster, logFile: string, settings: Settings): Promise<ChildProcess> {
  const { data, options } = commandOptions(cluster);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A file, not a pipe: the server must be able to write to it after our death.
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(join(cluster.programs, 'bin', 'postgres'), ['-D', data, ...flags], {
      ...options,
      // In a session of its own, so that Ctrl-C reaches us alone and we stop it in order.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    return child;
  } finally {
    await log.close();
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The reason to end that the server gave last, or else its last line. */
async function readFatalLine(logFile: string, start: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(start).toString().trim().split('\n');
  const fatal = lines.findLast((line) => /(?:FATAL|PANIC): /.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*(?:FATAL|PANIC|LOG): +/, '');
}
