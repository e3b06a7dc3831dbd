import { toCsv } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PAGE_NOT_FOUND } from '../../platform/messages.ts';
import { type RouteHandler, FileResponse, createHandler } from '../../platform/http/route-handlers.ts';
import { getCouncilMap } from '../geography/basemap/static-map/council-map.queries.server.ts';
import * as routes from './contract.ts';
import { getFigure } from './queries.server.ts';
import { FIGURE_NAMES, type Figure } from './schema.ts';

/** Routes of the overview. */
export function overviewHandlers({ db, now }: { db: Db; now: () => Date }): RouteHandler[] {
  return [
    createHandler(routes.overview, async () => {
      const at = now();
      const figures = await Promise.all(
        FIGURE_NAMES.map(async (name) => [name, await getFigure(db, name, at)] as const),
      );
      return { figures: Object.fromEntries(figures) as Record<(typeof FIGURE_NAMES)[number], Figure> };
    }),
    createHandler(routes.councilMap, getCouncilMap),
    createHandler(routes.exportFigure, async (input) => {
      const name = FIGURE_NAMES.find((one) => one === input.name);
      if (name === undefined) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
      const { columns, rows } = await getFigure(db, name, now());
      return new FileResponse(`${name}.csv`, toCsv(columns, [rows.map(({ label, numbers }) => [label, ...numbers])]));
    }),
  ];
}
