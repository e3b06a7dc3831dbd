import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences under which the product can be run, changed and distributed without publishing its own source. */
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

/** Packages with another licence that is accepted, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Linked dynamically by sharp, so that it can be replaced, as the LGPL requires.
  '@img/sharp-libvips': 'LGPL-3.0-or-later',
};

/** Folders with a package.json; those that are not installed are skipped. */
const FOLDERS = ['.', 'tools', 'tools/node', 'bench'];

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly license?: string }>>;
}

for (const folder of FOLDERS) {
  // Lists the packages that npm has installed, without variants for other platforms.
  const lockfile = path.resolve(import.meta.dirname, '..', folder, 'node_modules/.package-lock.json');
  if (!existsSync(lockfile)) continue;
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as Lockfile;
  for (const [location, { license = 'none' }] of Object.entries(packages)) {
    const name = location.replace(/^.*node_modules\//, '');
    if (isException(name) || isAccepted(license)) continue;
    console.error(`${name}: ${license}`);
    process.exitCode = 1;
  }
}

function isException(name: string): boolean {
  return Object.keys(EXCEPTIONS).some((known) => name.startsWith(known));
}

/** Whether an SPDX expression is accepted: one operand of `OR`, all operands of `AND`. */
function isAccepted(expression: string): boolean {
  const plain = expression.replace(/[()*]/g, '').trim();
  return plain.split(/ OR /).some((choice) => choice.split(/ AND /).every((licence) => ACCEPTED.has(licence.trim())));
}
