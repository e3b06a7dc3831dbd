#!/bin/sh
# numfmt 4.0.1: `exports` of its package.json names ./dist/index.cjs and ./dist/index.d.cts, which the package does not have. `import`
# works, `require` fails. 3.2.6 has its files. Seen:
#   import: ok; require: MODULE_NOT_FOUND; missing: ./dist/index.cjs ./dist/index.d.cts
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . numfmt@4.0.1
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.resolve('node_modules/numfmt');
const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const missing = Object.values(exports['.']).filter((file) => !existsSync(path.join(folder, file)));
const imported = await import('numfmt').then(({ format }) => format('0.0', 1.25) === '1.3');
let required = 'ok';
try {
  createRequire(import.meta.url)('numfmt');
} catch ({ code }) {
  required = code;
}
console.log(`import: ${imported ? 'ok' : 'wrong'}; require: ${required}; missing: ${missing.join(' ')}`);
assert.deepEqual([imported, required], [true, 'MODULE_NOT_FOUND']);
assert.deepEqual(missing, ['./dist/index.cjs', './dist/index.d.cts']);
SCRIPT
node seen.mjs
