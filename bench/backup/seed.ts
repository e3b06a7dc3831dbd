import { createHash, randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';

export const PICTURES = 50_000;
/** A photograph has more; the rest of the time for it depends on disk and network only. */
export const PICTURE_BYTES = 20_000;
const THUMBNAIL_BYTES = 240;
const BATCH = 1_000;

/** Stores pictures with random content and a thumbnail in the folder of the storage, and adds their rows. */
export async function addPictures(db: Db, folder: string, count: number): Promise<void> {
  const content = Buffer.alloc(PICTURE_BYTES);
  for (let added = 0; added < count; added += BATCH) {
    const hashes: string[] = [];
    for (let n = 0; n < BATCH; n++) {
      const sha256 = createHash('sha256').update(randomFillSync(content)).digest('hex');
      hashes.push(sha256);
      const thumbnails = path.join(folder, 'renditions', sha256);
      await mkdir(thumbnails, { recursive: true });
      await mkdir(path.join(folder, 'originals'), { recursive: true });
      await writeFile(path.join(folder, 'originals', sha256), content);
      await writeFile(path.join(thumbnails, 'thumbnail.webp'), content.subarray(0, THUMBNAIL_BYTES));
    }
    await sql`
      insert into pictures (sha256, content_type, bytes, width, height, state)
      select unnest(${hashes}::text[]), 'image/jpeg', ${sql.lit(PICTURE_BYTES)}, 2400, 1600, 'READY'`.execute(db);
    await sql`
      insert into images (location_id, sha256, position)
      select l.id, p.sha256, 100 from unnest(${hashes}::text[]) with ordinality p (sha256, n)
        join (select id, row_number() over () as n from (select id from locations order by random() limit ${BATCH}) r) l using (n)
    `.execute(db);
  }
}

/** Deletes the pictures of the back office's data, which have no files. */
export async function deletePictures(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`truncate images, uploads, pictures`.execute(trx);
  });
}

/** Publishes all locations. */
export async function publishAll(db: Db): Promise<void> {
  const rows = await db.selectFrom('locations').select('id').execute();
  for (let at = 0; at < rows.length; at += BATCH) {
    const ids = rows.slice(at, at + BATCH).map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await publishLocations(trx, { ids, at: new Date() }, publishEvent);
    });
  }
}
