import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The last revision with only the migrations of version 0.1.0 that can be installed. It has neither setup nor backups. */
const REVISION = '9ecd67688a';
export const PREVIOUS_VERSION = '0.1.0';

/** Builds the archive of an earlier release into a folder. Needs the history of the repository. */
export function buildPreviousRelease(folder: string): void {
  const source = mkdtempSync(path.join(tmpdir(), 'recce-previous-'));
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, '.']);
    run('git', ['checkout', '--quiet', '--detach', REVISION]);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(source, 'node_modules'));
    run('env', [
      'NODE_ENV=production',
      process.execPath,
      'node_modules/vite/bin/vite.js',
      'build',
      '--logLevel',
      'warn',
    ]);
    run(process.execPath, ['tools/compress.ts']);
    run(process.execPath, ['tools/release.ts']);
    for (const file of readdirSync(path.join(source, 'release')))
      cpSync(path.join(source, 'release', file), path.join(folder, file));
  } finally {
    rmSync(source, { recursive: true });
  }
}
