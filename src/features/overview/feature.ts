import { toCsv } from '../../platform/text/csv.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { query } from '../../platform/http/handlers.ts';
import { FileResponse } from '../../platform/http/route-handlers.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import { getCouncilMap } from '../geography/basemap/static-map/council-map.queries.server.ts';
import { getFigure, getRecentFigure, hasLocations, listFigures } from './queries.server.ts';
import * as routes from './contract.ts';

/** The overview of the back office. */
export const overviewFeature: Feature = {
  tag: 'operation',
  handlers: [
    query(routes.overview, async (db, caller, _input, { at: now }) => {
      const figures = await Promise.all(
        listFigures(caller).map(async (name) => [name, await getRecentFigure(db, name, { caller, now })] as const),
      );
      return { figures: Object.fromEntries(figures), has_locations: await hasLocations(db) };
    }),
    query(routes.councilMap, getCouncilMap),
    query(routes.exportFigure, async (db, caller, input, { at: now }) => {
      const name = listFigures(caller).find((one) => one === input.name);
      if (name === undefined) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
      const { columns, rows } = await getFigure(db, name, { caller, now });
      return new FileResponse(`${name}.csv`, toCsv(columns, [rows.map(({ label, numbers }) => [label, ...numbers])]));
    }),
  ],
};
