#!/bin/sh
# archiver 8.0.0: entries are not archived in the order of the calls. All that `append` was given comes before what `file` was given,
# because files wait for their metadata. A look-book whose captions should follow their pictures gets the captions first. Seen:
#   added:    1.jpg 1.txt 2.jpg 2.txt 3.jpg 3.txt
#   archived: 1.txt 2.txt 3.txt 1.jpg 2.jpg 3.jpg
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . archiver@8.0.0 fflate@0.8.3
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { unzipSync } from 'fflate';

const archive = new ZipArchive();
const bytes = buffer(archive);
const added = [];
for (const number of [1, 2, 3]) {
  writeFileSync(`${number}.jpg`, 'picture');
  archive.file(`${number}.jpg`, { name: `${number}.jpg` });
  archive.append('caption', { name: `${number}.txt` });
  added.push(`${number}.jpg`, `${number}.txt`);
}
await archive.finalize();
const archived = Object.keys(unzipSync(await bytes));
console.log(`added:    ${added.join(' ')}\narchived: ${archived.join(' ')}`);
assert.deepEqual(archived, ['1.txt', '2.txt', '3.txt', '1.jpg', '2.jpg', '3.jpg']);
SCRIPT
node seen.mjs
