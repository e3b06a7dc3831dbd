import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Node flags of the command line, in its first line. */
const FLAGS = readFileSync(new URL('../bin/recce', import.meta.url), 'utf8')
  .match(/^#!\/usr\/bin\/env -S node (.+)$/m)![1]!
  .split(' ');

/**
 * Runs a server in a child process with the flags of `recce serve` and a temporary data folder. The server sends a message when it is
 * ready and exits on the message 'stop'.
 * @param use gets the ready message and the process
 */
export async function withServer<Ready>(
  script: URL,
  port: number,
  use: (ready: Ready, server: ChildProcess) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-bench-'));
  const server = fork(fileURLToPath(script), {
    execArgv: FLAGS,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
  });
  try {
    const ended = once(server, 'exit').then(() => Promise.reject(new Error('the server exited during startup')));
    const [ready] = (await Promise.race([once(server, 'message'), ended])) as [Ready];
    ended.catch(() => {});
    await use(ready, server);
  } finally {
    if (server.connected) server.send('stop');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(dataDir, { recursive: true });
  }
}
