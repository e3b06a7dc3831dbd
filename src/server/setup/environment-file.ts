import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { nullIfFileMissing } from '../../platform/files/null-if-file-missing.ts';

/** For the user of the site only: the file contains passwords. */
const PRIVATE_FILE = 0o600;

const HEADER = `# Settings of the site, written by recce setup. Contains passwords: keep it private.
# Read by recce COMMAND --env-file=FILE, by EnvironmentFile=FILE of systemd, and by docker run --env-file FILE.
# One NAME=VALUE on each line, without quotation marks. In URLs, write other characters as %XX.
`;

/**
 * Docker reads values as they are; Node ends them at `#`; systemd reads `\` as an escape; Docker Compose replaces `$`; Node and systemd
 * remove quotation marks around a value, and blanks.
 * @returns why they would read the value differently, or undefined
 */
export function findUnportableText(value: string): string | undefined {
  if (/[\p{Cc}]/u.test(value)) return 'must be a single line';
  const [character] = /[#\\$]/.exec(value) ?? [];
  if (character !== undefined)
    return `must not contain ${character}; in a URL, write %${character.charCodeAt(0).toString(16).toUpperCase()} instead`;
  if (/^['"`]/.test(value)) return 'must not begin with a quotation mark';
  if (value !== value.trim()) return 'must not begin or end with a blank';
  return undefined;
}

export function formatEnvironmentFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  return HEADER + lines.join('');
}

/** Reads the settings of a file; undefined if it is missing. */
export async function readEnvironmentFile(file: string): Promise<Record<string, string> | undefined> {
  const text = await readFile(file, 'utf8').catch(nullIfFileMissing);
  if (text === null) return undefined;
  const entries = Object.entries(parseEnv(text));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Writes the file in one step, readable by its owner only. */
export async function writeEnvironmentFile(file: string, text: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  try {
    await writeFile(temporary, text, { mode: PRIVATE_FILE, flag: 'wx' });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
