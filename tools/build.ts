import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Builds the site, unless dist holds the build of the same files. `--force` builds it in any case. */
const ROOT = path.resolve(import.meta.dirname, '..');
/** What a build depends on. The lock file stands for the packages. */
const INPUTS = [
  'src/**/*',
  'package-lock.json',
  'tools/{api-reference,build,compress}.ts',
  'tsconfig.json',
  'vite.config.ts',
];
/** The hash of the inputs, written when a build is complete. */
const HASH_FILE = path.join(ROOT, 'dist/inputs.sha256');
const STEPS = [
  ['vite', 'build', '--logLevel', 'warn'],
  ['node', 'tools/api-reference.ts'],
  ['node', 'tools/compress.ts'],
] as const;

if (import.meta.main) {
  const isBuilt = existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === hashInputs(ROOT);
  if (!isBuilt || process.argv.includes('--force')) build();
}

function build(): void {
  rmSync(HASH_FILE, { force: true });
  console.log('Building the site; this takes half a minute.');
  for (const [command, ...args] of STEPS) {
    const { status, error } = spawnSync(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (status !== 0) {
      if (error) console.error(`${command}: ${error.message}`);
      process.exitCode = 1;
      return;
    }
  }
  // The build writes the route trees, which are inputs too.
  writeFileSync(HASH_FILE, hashInputs(ROOT));
}

/** Returns the hash of the paths and contents of all inputs in a checkout, and of the version of Node. */
export function hashInputs(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(INPUTS, { cwd: root }).toSorted()) {
    const absolute = path.join(root, file);
    if (statSync(absolute).isFile()) hash.update(`\n${file}\n`).update(readFileSync(absolute));
  }
  return hash.digest('hex');
}
