import { execFileSync } from 'node:child_process';

/** Licences that let an agency run, change and pass on the product without opening anything of its own. */
const ACCEPTED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'OFL-1.1',
  'Zlib',
  'MPL-2.0',
  'WTFPL',
  'CC-BY-4.0',
  'CC-BY-3.0',
  'PostgreSQL',
]);

/** Packages whose licence is accepted for a reason of its own. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Linked dynamically by sharp, which keeps it replaceable, as the LGPL asks.
  '@img/sharp-libvips': 'LGPL-3.0-or-later',
};

interface Entry {
  readonly licenses: string | readonly string[];
}

const output = execFileSync('license-checker-rseidelsohn', ['--json', '--excludePrivatePackages'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const packages = Object.entries(JSON.parse(output) as Record<string, Entry>);
const refused = packages.filter(
  ([name, { licenses }]) => !isException(name) && ![licenses].flat().some((licence) => isAccepted(licence)),
);
for (const [name, { licenses }] of refused) console.error(`${name}: ${[licenses].flat().join(', ')}`);
process.exitCode = refused.length > 0 ? 1 : 0;

function isException(name: string): boolean {
  return Object.keys(EXCEPTIONS).some((known) => name.startsWith(known));
}

/** Reads `A OR B` as a choice and `A AND B` as both. */
function isAccepted(expression: string): boolean {
  const plain = expression.replace(/[()*]/g, '').trim();
  return plain.split(/ OR /).some((choice) => choice.split(/ AND /).every((licence) => ACCEPTED.has(licence.trim())));
}
