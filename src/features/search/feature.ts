import type { Feature } from '../../platform/feature/feature.ts';
import type { CardCache } from './card-cache.server.ts';
import type { SearchService } from './search-service.server.ts';
import { deleteOldEmptySearches } from './empty-searches.commands.server.ts';
import { pin } from './pins/schema.ts';
import { synonym } from './synonyms/schema.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    readonly search: Pick<SearchService, 'engine' | 'vocabulary' | 'preview'>;
    readonly cards: Pick<CardCache, 'get'>;
  }
}

export const searchFeature: Feature = {
  cleanup: { 'empty searches': ({ db }) => deleteOldEmptySearches(db, new Date()) },
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
