import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { findMigrationProblems } from './migration-rules.ts';

const FOLDER = new URL('../database/migrations/', import.meta.url);
/** In the format of sha256sum: one line for each migration, in the order of their numbers. */
const RECORD = new URL('../database/migrations.sha256', import.meta.url);
const CHANGELOG = new URL('../CHANGELOG.md', import.meta.url);
/** The migrations of version 0.1.0, the first release: no older one runs beside it. */
const FIRST_RELEASE = 4;

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

/** Checks migrations against the rules of docs/migrations.md. */
function findProblems(): string[] {
  const releases = [...readFileSync(CHANGELOG, 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
    ([, release]) => release!,
  );
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > FIRST_RELEASE)
    .flatMap((name) => {
      const problems = findMigrationProblems(readFileSync(new URL(name, FOLDER), 'utf8'), releases);
      return problems.map((problem) => `database/migrations/${name}: ${problem}`);
    });
}

if (import.meta.main) {
  const problems = findProblems();
  if (problems.length > 0)
    console.log([...problems, 'The rules and the reasons are in docs/migrations.md.'].join('\n'));
  const { current, recorded, isUnchanged } = compareChecksums();
  if (!isUnchanged) console.log(CHANGED);
  else if (current !== recorded)
    console.log('A new migration is missing in database/migrations.sha256: run `npm run tables`.');
  if (current !== recorded || problems.length > 0) process.exitCode = 1;
}
