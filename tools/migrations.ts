/** Checks that migrations are only added: each file must have the checksum that was recorded when it was written. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../database/migrations/', import.meta.url);
/** A new migration adds its line: `cd database; sha256sum migrations/*.sql > migrations.sha256`. */
const RECORDED = readFileSync(new URL('../database/migrations.sha256', import.meta.url), 'utf8');

const actual = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(new URL(name, FOLDER)))
        .digest('hex')}  migrations/${name}\n`,
  );
if (actual.join('') !== RECORDED) {
  console.log(
    'The migrations differ from database/migrations.sha256. Never edit one that is released: add a new migration.',
  );
  process.exitCode = 1;
}
