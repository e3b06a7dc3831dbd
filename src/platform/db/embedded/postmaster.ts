import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { type Cluster, formatRecoveryHint, getCommandOptions } from './cluster.ts';

/** A running server process. */
export interface Postmaster {
  /** Resolves with the reason when the server has exited. */
  readonly ended: Promise<StartupError>;
  hasEnded(): boolean;
  /** Does a fast shutdown (ends sessions, writes a checkpoint), or an immediate one if that takes too long. */
  stop(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** For a fast shutdown, which writes a checkpoint; then follows an immediate one, with recovery at the next start. */
export const FAST_SHUTDOWN_MS = 30_000;
const LOG_ROTATION_BYTES = 1_000_000;

/** Server settings for a small machine. Statements are not logged, since they contain personal data. */
const SETTINGS: Settings = {
  listen_addresses: '',
  // Relative to the data directory, since the path of a socket is limited to about 100 bytes.
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

/** Starts the server; it accepts connections some time later. `overrides` win over {@link SETTINGS}. */
export async function launch(cluster: Cluster, logFile: string, overrides: Settings): Promise<Postmaster> {
  const logStart = await rotateLog(logFile);
  const child = await run(cluster, logFile, { ...SETTINGS, ...overrides });

  // In case this process exits without calling stop().
  const stopOnExit = () => child.kill('SIGINT');
  process.once('exit', stopOnExit);
  const exit = hasExited(child) ? Promise.resolve() : once(child, 'exit');
  const ended = exit.then(async () => {
    process.off('exit', stopOnExit);
    const reason = child.signalCode ?? (await readFatalLine(logFile, logStart));
    return new StartupError(
      `The embedded PostgreSQL server exited: ${reason} (see ${logFile}). ${formatRecoveryHint(reason, cluster)}`,
    );
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

/** Rotates a large log file; returns the offset of this run's log in bytes. */
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
  const { data, options } = getCommandOptions(cluster);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A file, not a pipe: the server must be able to write to it after this process dies.
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(join(cluster.programs, 'bin', 'postgres'), ['-D', data, ...flags], {
      ...options,
      // In its own session, so that Ctrl-C reaches only this process, which then stops the server.
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

/** Returns the last fatal message in the log, or else its last line. */
async function readFatalLine(logFile: string, start: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(start).toString().trim().split('\n');
  const fatal = lines.findLast((line) => /(?:FATAL|PANIC): /.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*(?:FATAL|PANIC|LOG): +/, '');
}
