/** Checks that migrations are only added: each file must have the checksum that was recorded when it was written. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../database/migrations/', import.meta.url);
/** In the format of `sha256sum`. A new migration adds its line: `sha256sum *.sql > SHA256SUMS`. */
const RECORDED = readFileSync(new URL('SHA256SUMS', FOLDER), 'utf8');

const actual = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(new URL(name, FOLDER)))
        .digest('hex')}  ${name}\n`,
  );
if (actual.join('') !== RECORDED) {
  console.log(
    'The migrations differ from database/migrations/SHA256SUMS. Never edit one that is released: add a new migration.',
  );
  process.exitCode = 1;
}
