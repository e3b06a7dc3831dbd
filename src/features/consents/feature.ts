import type { Feature } from '../../platform/feature/feature.ts';
import { query } from '../../platform/http/handlers.ts';
import * as routes from './contract.ts';
import { listAreasOfPublished, listAreasOfWorkingCopy } from './queries.server.ts';
import { consentArea } from './schema.ts';

/** Areas inside which filming requires somebody's consent. */
export const consentFeature: Feature = {
  tag: 'search',
  handlers: [
    query(routes.consentAreas, (db, _caller, { id }) => listAreasOfPublished(db, id)),
    query(routes.exactConsentAreas, (db, caller, { id }) => listAreasOfWorkingCopy(db, caller, id)),
  ],
  schemas: {
    ConsentArea: consentArea,
  },
};
