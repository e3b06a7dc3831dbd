import { toCsv } from '../../platform/text/csv.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import { type RouteHandler, FileResponse, createHandler } from '../../platform/http/route-handlers.ts';
import { requireActor } from '../../platform/http/route-permission.ts';
import { getCouncilMap } from '../geography/basemap/static-map/council-map.queries.server.ts';
import * as routes from './contract.ts';
import { getFigure, hasLocations, listFigures } from './queries.server.ts';

/** Routes of the overview. */
export function overviewHandlers({ db, now }: { db: Db; now: () => Date }): RouteHandler[] {
  return [
    createHandler(routes.overview, async (_, call) => {
      const scope = { caller: requireActor(call), now: now() };
      const figures = await Promise.all(
        listFigures(scope.caller).map(async (name) => [name, await getFigure(db, name, scope)] as const),
      );
      return { figures: Object.fromEntries(figures), has_locations: await hasLocations(db) };
    }),
    createHandler(routes.councilMap, getCouncilMap),
    createHandler(routes.exportFigure, async (input, call) => {
      const caller = requireActor(call);
      const name = listFigures(caller).find((one) => one === input.name);
      if (name === undefined) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
      const { columns, rows } = await getFigure(db, name, { caller, now: now() });
      return new FileResponse(`${name}.csv`, toCsv(columns, [rows.map(({ label, numbers }) => [label, ...numbers])]));
    }),
  ];
}
