import { randomUUID } from 'node:crypto';
import { boardsHandlers } from '../../src/features/boards/router.server.ts';
import { getPublishedCards } from '../../src/features/locations/catalogue/published/queries.server.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import {
  type Actor,
  type RouteHandler,
  createInProcessCaller,
  createJsonApi,
} from '../../src/platform/http/route-handlers.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { createCallContext } from './call-context.ts';
import { addImage, addLocation, recordEvents } from './locations.ts';

/** The route handlers of boards. The search matches titles of published locations. */
export function boardRouteHandlers(db: Db): RouteHandler[] {
  const { site } = readConfig({});
  return boardsHandlers({
    db,
    site,
    siteUrl: 'https://recce.example',
    cards: (ids) => getPublishedCards(db, ids),
    find: async (query, { offset, limit }) => {
      const found = db.selectFrom('published_locations').where('title', 'ilike', `%${query}%`);
      const rows = await found.select('id').orderBy('title').limit(limit).offset(offset).execute();
      const all = await found.select('id').execute();
      return { ids: rows.map(({ id }) => id), total: all.length };
    },
    queueMail: createOutbox({ enqueue: async () => {} }),
  });
}

/** Returns the boards API, called in process as `actor`. */
export function boardsApi(db: Db, actor: Actor | null): Api {
  return createJsonApi(createInProcessCaller(boardRouteHandlers(db), createCallContext(actor)));
}

/** Adds published locations with these titles. Returns their ids. */
export async function addPublished(db: Db, titles: readonly string[], withImage = true): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const id = await addLocation(db, { title, locationurl: `place-${randomUUID()}`, nearesttown: 'Oban' });
    if (withImage) await addImage(db, id, { is_primary: true });
    ids.push(id);
  }
  await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, recordEvents().publishEvent));
  return ids;
}
