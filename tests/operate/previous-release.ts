import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The last revision with only the migrations of version 0.1.0 that can be installed. It has neither setup nor backups. */
const REVISION = '9ecd67688a';
/** Its package has the number of the present release, which it precedes. */
export const PREVIOUS_VERSION = '0.0.9';

/** Builds the archive of an earlier release into a folder. Needs the history of the repository. */
export function buildPreviousRelease(folder: string): void {
  const source = mkdtempSync(path.join(tmpdir(), 'recce-previous-'));
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, '.']);
    run('git', ['checkout', '--quiet', '--detach', REVISION]);
    const manifest = path.join(source, 'package.json');
    const about = JSON.parse(readFileSync(manifest, 'utf8')) as object;
    writeFileSync(manifest, JSON.stringify({ ...about, version: PREVIOUS_VERSION }));
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
