import type { Feature } from '../../platform/feature/feature.ts';
import { type Handler, command, query, withTag } from '../../platform/http/handlers.ts';
import type { CardCache } from './card-cache.server.ts';
import { deleteOldEmptySearches } from './empty-searches.commands.server.ts';
import { searchHandlers } from './handlers.server.ts';
import { addPin, deletePin, updatePin } from './pins/commands.server.ts';
import { PIN_DELETED, PIN_SAVED } from './pins/messages.ts';
import { findPinOfQuery, listPins } from './pins/queries.server.ts';
import { pin } from './pins/schema.ts';
import type { SearchService } from './search-service.server.ts';
import { synonymHandlers } from './synonyms/handlers.server.ts';
import { synonym } from './synonyms/schema.ts';
import * as pinRoutes from './pins/contract.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    readonly search: Pick<SearchService, 'engine' | 'vocabulary' | 'preview'>;
    readonly cards: Pick<CardCache, 'get'>;
  }
}

const pinHandlers: readonly Handler[] = [
  query(pinRoutes.pins, (db) => listPins(db)),
  query(pinRoutes.pinnedResults, async (db, _caller, { query: words }) => ({ pin: await findPinOfQuery(db, words) })),
  command(pinRoutes.addPin, async (context, pin) => ({ id: await addPin(context, pin) }), PIN_SAVED),
  command(pinRoutes.updatePin, updatePin, PIN_SAVED),
  command(pinRoutes.deletePin, deletePin, PIN_DELETED),
];

/** The search, and what the Locations Team changes about it. */
export const searchFeature: Feature = {
  tag: 'search',
  handlers: [...searchHandlers, ...withTag('settings', [...synonymHandlers, ...pinHandlers])],
  cleanup: { 'empty searches': ({ db, at }) => deleteOldEmptySearches(db, at) },
  schemas: {
    PinnedResults: pin,
    Synonym: synonym,
  },
  examples: {
    'GET /locations': { input: { query: 'castle by the sea', currentPage: 1, setting: ['Coastal'] } },
    'GET /locations/suggestions': { input: { query: 'cas', size: 4 } },
    'GET /locations/markers': { input: { view: '-8,54,0,61', zoom: 6 } },
  },
};
