import type { Feature } from '../../platform/feature/feature.ts';
import { deletePairs } from './commands.server.ts';
import { duplicatePair } from './schema.ts';

export const duplicateFeature: Feature = {
  subscriptions: { 'locations.merging': (trx, { from }) => deletePairs(trx, from) },
  schemas: {
    DuplicatePair: duplicatePair,
  },
};
