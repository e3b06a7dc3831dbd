import { toCsv } from '../../../../platform/text/csv.ts';
import type { Db, Trx } from '../../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../../platform/db/transaction-events.ts';
import {
  type RouteHandler,
  type CallContext,
  FileResponse,
  createHandler,
} from '../../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../../platform/http/route-permission.ts';
import type { LocationEvent } from '../../events.ts';
import { addOption, renameOptionById, deleteOption, orderOptions, setOfficeAreas } from './commands.server.ts';
import * as routes from './contract.ts';
import {
  OPTION_HEADINGS,
  listOfficeAreas,
  listOptions,
  countOptionUse,
  readOptionsForExport,
} from './queries.server.ts';
import type { ListedOption } from './schema.ts';

interface Deps {
  readonly db: Db;
  readonly publishEvent: PublishEvent<LocationEvent>;
  readonly now: () => Date;
}

/** Route handlers for options. Each change is one transaction and returns all lists. */
export function optionHandlers({ db, publishEvent, now }: Deps): RouteHandler[] {
  const change = async (command: (trx: Trx) => Promise<void>): Promise<ListedOption[]> => {
    await db.transaction().execute(command);
    return listOptions(db);
  };
  const by = (call: CallContext) => ({ actorId: requireActor(call).id, at: now() });
  return [
    createHandler(routes.optionLists, () => listOptions(db)),
    createHandler(
      routes.exportOptions,
      ({ field }) => new FileResponse('options.csv', toCsv(OPTION_HEADINGS, readOptionsForExport(db, field))),
    ),
    createHandler(routes.addOption, (option, call) => change((trx) => addOption(trx, by(call), option))),
    createHandler(routes.orderOptions, (order, call) => change((trx) => orderOptions(trx, by(call), order))),
    createHandler(routes.optionUse, ({ id }) => countOptionUse(db, id)),
    createHandler(routes.renameOption, (rename, call) =>
      change((trx) => renameOptionById(trx, { ...rename, ...by(call) }, publishEvent)),
    ),
    createHandler(routes.officeAreas, () => listOfficeAreas(db)),
    createHandler(routes.setOfficeAreas, async (areas, call) => {
      await db.transaction().execute((trx) => setOfficeAreas(trx, { ...areas, ...by(call) }));
      return listOfficeAreas(db);
    }),
    createHandler(routes.deleteOption, ({ id }, call) => change((trx) => deleteOption(trx, by(call), id))),
  ];
}
