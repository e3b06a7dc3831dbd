import { randomUUID } from 'node:crypto';
import { boardFeature } from '../../src/features/boards/feature.ts';
import { getPublishedCards } from '../../src/features/locations/catalogue/published/queries.server.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import { type Services, bindHandlers } from '../../src/platform/http/handlers.ts';
import type { RouteHandler } from '../../src/platform/http/route-handlers.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { addImage, addLocation, recordEvents } from './locations.ts';
import { featureApi, testServices } from './services.ts';

/** The route handlers of boards. The search matches titles of published locations. */
export function boardRouteHandlers(db: Db): RouteHandler[] {
  return bindHandlers(boardFeature.handlers!, boardServices(db));
}

/** The services that boards need. */
export function boardServices(db: Db): Services {
  const engine = {
    search: async ({ words }: { words: string }, { offset, limit }: { offset: number; limit: number }) => {
      const found = db.selectFrom('published_locations').where('title', 'ilike', `%${words}%`);
      const rows = await found.select('id').orderBy('title').limit(limit).offset(offset).execute();
      const all = await found.select('id').execute();
      return { ids: rows.map(({ id }) => id), total: all.length };
    },
  };
  return testServices(db, {
    cards: { get: (ids) => getPublishedCards(db, ids) },
    search: { engine } as never,
  });
}

/** Returns the boards API, called in process as `actor`. */
export function boardsApi(db: Db, actor: Actor | null): Api {
  return featureApi(boardFeature, boardServices(db), actor);
}

/** Adds published locations with these titles. Returns their ids. */
export async function addPublished(db: Db, titles: readonly string[], withImage = true): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, title] of titles.entries()) {
    const id = await addLocation(db, {
      title,
      locationurl: `place-${randomUUID()}`,
      nearesttown: 'Oban',
      latitude: 56.4 + n / 100,
      longitude: -5.4,
    });
    if (withImage) await addImage(db, id, { is_primary: true });
    ids.push(id);
  }
  await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, recordEvents().publishEvent));
  return ids;
}
