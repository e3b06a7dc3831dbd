#!/bin/sh
# csv-stringify 6.9.0: with Windows line ends it quotes a cell for a comma, a quote or CRLF, but not for a line feed alone, which is
# what a text area of the web, PostgreSQL and most programs put between lines. d3-dsv 3.0.1, which takes either line end as spreadsheets do,
# then reads two rows of one. `quoted_match: /[\r\n]/` avoids it. Seen:
#   "title,note\r\nOld Mill,Two floors\nNo lift\r\n" is read as 2 rows; with quoted_match as 1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . csv-stringify@6.9.0 d3-dsv@3.0.1
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { stringify } from 'csv-stringify/sync';
import { csvParse } from 'd3-dsv';

const rows = [['title', 'note'], ['Old Mill', 'Two floors\nNo lift']];
const plain = stringify(rows, { record_delimiter: 'windows' });
const matched = stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
console.log(`${JSON.stringify(plain)} is read as ${csvParse(plain).length} rows; with quoted_match as ${csvParse(matched).length}`);
assert.equal(plain, 'title,note\r\nOld Mill,Two floors\nNo lift\r\n');
assert.equal(csvParse(plain).length, 2);
assert.equal(csvParse(matched).length, 1);
SCRIPT
node seen.mjs
