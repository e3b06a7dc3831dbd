import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../database/migrations/', import.meta.url);
/** In the format of sha256sum: one line for each migration, in the order of their numbers. */
const RECORD = new URL('../database/migrations.sha256', import.meta.url);

/**
 * Checks that released migrations are unchanged, by the checksums in database/migrations.sha256.
 * @returns the checksums of all migrations, and whether each recorded one has the same
 */
function compareChecksums(): { current: string; recorded: string; isUnchanged: boolean } {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const current = names.sort().map(toLine).join('');
  const recorded = readFileSync(RECORD, 'utf8');
  return { current, recorded, isUnchanged: current.startsWith(recorded) };
}

function toLine(name: string): string {
  const checksum = createHash('sha256').update(readFileSync(new URL(name, FOLDER)));
  return `${checksum.digest('hex')}  migrations/${name}\n`;
}

/** Records the checksums of new migrations. @throws if a recorded one has changed, or a new one has a lower number */
export function recordNewMigrations(): void {
  const { current, recorded, isUnchanged } = compareChecksums();
  if (!isUnchanged) throw new Error(CHANGED);
  if (current !== recorded) writeFileSync(RECORD, current);
}

const CHANGED =
  'A migration in database/migrations.sha256 has changed. Never edit one that is released: add a new one with the next number. ' +
  'For one that is not, delete its line and run `npm run tables`.';

if (import.meta.main) {
  const { current, recorded, isUnchanged } = compareChecksums();
  if (!isUnchanged) console.log(CHANGED);
  else if (current !== recorded)
    console.log('A new migration is missing in database/migrations.sha256: run `npm run tables`.');
  if (current !== recorded) process.exitCode = 1;
}
