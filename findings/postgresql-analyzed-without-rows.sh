#!/bin/sh
# PostgreSQL 18.7 (as PGlite 0.5.17): after an insert that was rolled back, ANALYZE (so autovacuum too) finds pages without rows, and from
# then on the planner expects one row in the table, however many are inserted, until the next ANALYZE. In a table that was never analyzed
# it estimates from the pages. An import after one that was interrupted so joins by nested loops and unsuitable indexes. Seen:
#   never analyzed:             20000 rows, estimated 26289
#   analyzed after a rollback:  20000 rows, estimated 1
#   analyzed again:             20000 rows, estimated 20000
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @electric-sql/pglite@0.5.17
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';

const ROWS = 20_000;
const db = new PGlite();
const { rows: [{ server_version: version }] } = await db.query('show server_version');
console.log(`PostgreSQL ${version}`);

async function estimate(table) {
  const { rows } = await db.query(`explain (format json) select * from ${table}`);
  return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
}
const create = (table) => db.exec(`create table ${table} (id integer primary key, title text)`);
const insert = (table) => db.exec(`insert into ${table} select n, repeat('word ', 10) from generate_series(1, ${ROWS}) n`);

await create('never');
await insert('never');
const never = await estimate('never');
console.log(`never analyzed: ${ROWS} rows, estimated ${never}`);

await create('rolled_back');
await db.exec('begin');
await insert('rolled_back');
await db.exec('rollback');
await db.exec('analyze rolled_back');
await insert('rolled_back');
const rolledBack = await estimate('rolled_back');
console.log(`analyzed after a rollback: ${ROWS} rows, estimated ${rolledBack}`);

await db.exec('analyze rolled_back');
const again = await estimate('rolled_back');
console.log(`analyzed again: ${ROWS} rows, estimated ${again}`);

assert(never > ROWS / 2 && never < ROWS * 2);
assert.equal(rolledBack, 1);
assert.equal(again, ROWS);
SCRIPT
node seen.mjs
