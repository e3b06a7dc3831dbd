import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { findDuplicates } from '../../src/features/duplicates/jobs.server.ts';
import { start } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { connect } from '../../src/platform/db/pool.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { SyntheticData, syntheticCatalogue } from '../search/synthetic-catalogue.ts';

/**
 * Measures the search for duplicates in a whole catalogue of 100,000 generated locations with 100,000 pictures, one in a hundred entered
 * twice, and then for single changes. `--locations=10000` takes fewer.
 */
const LOCATIONS = Number(process.argv.find((argument) => argument.startsWith('--locations='))?.slice(12) ?? 100_000);
const ROWS_PER_STATEMENT = 5_000;
const CHANGES = 50;

const folder = await mkdtemp(join(tmpdir(), 'recce-bench-'));
const server = await start(folder, console);
await migrate(server.url, { info() {} });
const { kysely: db, pool } = connect(server.url, console);
try {
  const copies = await fill(db);
  const started = performance.now();
  const compared = await findDuplicates(db);
  const seconds = (performance.now() - started) / 1000;
  const pairs = await count('duplicate_pairs');
  const found = await countFound(copies);
  console.log(
    `${compared} locations compared in ${seconds.toFixed(0)} s, ${await count('duplicate_keys')} keys, ${pairs} pairs`,
  );
  console.log(`${found} of ${copies.length} second entries found`);
  console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  const times: number[] = [];
  for (const [id] of copies.slice(0, CHANGES)) {
    await sql`update locations set title = title || ' changed' where id = ${id}`.execute(db);
    const from = performance.now();
    await findDuplicates(db);
    times.push(performance.now() - from);
  }
  console.log(`a single change: median ${times.toSorted((a, b) => a - b)[CHANGES / 2]!.toFixed(0)} ms`);
} finally {
  await pool.end();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** Adds the locations. @returns the ids of those that are entered twice, each with that of the second entry */
async function fill(kysely: Kysely<Database>): Promise<[string, string][]> {
  const copies: [string, string][] = [];
  let rows: object[] = [];
  let pictures: object[] = [];
  const flush = async () => {
    await sql`
      insert into locations (id, locationurl, title, nearesttown, latitude, longitude)
      select id, 'place-' || id, title, nearesttown, latitude, longitude
      from jsonb_populate_recordset(null::locations, ${JSON.stringify(rows)})`.execute(kysely);
    await sql`
      insert into pictures (sha256, content_type, bytes, width, height, perceptual_hash)
      select sha256, 'image/jpeg', 1, 900, 600, perceptual_hash
      from jsonb_populate_recordset(null::pictures, ${JSON.stringify(pictures)})`.execute(kysely);
    await sql`
      insert into images (location_id, sha256, position)
      select (row->>'location_id')::uuid, row->>'sha256', 0
      from jsonb_array_elements(${JSON.stringify(pictures)}::jsonb) row`.execute(kysely);
    [rows, pictures] = [[], []];
  };
  let index = 0;
  for (const { title, nearesttown, position } of syntheticCatalogue(new SyntheticData(), LOCATIONS)) {
    const id = randomUUID();
    rows.push({ id, title, nearesttown, ...position });
    const sha256 = createHash('sha256').update(id).digest('hex');
    pictures.push({ location_id: id, sha256, perceptual_hash: sha256.slice(0, 16) });
    if (index++ % 100 === 0 && position) {
      const copy = randomUUID();
      rows.push({ id: copy, title: `The ${title}`, nearesttown, ...position, latitude: position.latitude + 0.0005 });
      copies.push([id, copy]);
    }
    if (rows.length >= ROWS_PER_STATEMENT) await flush();
  }
  await flush();
  await sql`vacuum analyze`.execute(kysely);
  return copies;
}

async function count(table: 'duplicate_pairs' | 'duplicate_keys'): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function countFound(copies: readonly [string, string][]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from duplicate_pairs p
    join jsonb_array_elements(${JSON.stringify(copies)}::jsonb) copy
      on (p.a_id, p.b_id) = (least((copy->>0)::uuid, (copy->>1)::uuid), greatest((copy->>0)::uuid, (copy->>1)::uuid))`.execute(
    db,
  );
  return rows[0]!.total;
}
