// Installs packages of Debian. Plain JavaScript: setup runs it on any Node.
import { spawnSync } from 'node:child_process';

/** Whether packages can be installed: by root, with apt-get. */
export function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Runs apt-get. @throws an error with instructions */
export function apt(remedy, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed, see the error above: ${remedy}`);
}
