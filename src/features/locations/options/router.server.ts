import { toCsv } from '../../../platform/csv.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import {
  type RouteHandler,
  type CallContext,
  FileResponse,
  requireActor,
  createHandler,
} from '../../../platform/http/route-handlers.ts';
import type { LocationEvent } from '../events.ts';
import { addOption, updateName, deleteOption, orderOptions } from './commands.server.ts';
import * as calls from './contract.ts';
import { OPTION_HEADINGS, listOptions, countOptionUse, readOptionsForExport } from './queries.server.ts';
import type { ListedOption } from './schema.ts';

interface Deps {
  readonly db: Db;
  readonly publishEvent: PublishEvent<LocationEvent>;
  readonly now: () => Date;
}

/** Answers every call about the lists of options: each change is one transaction, and is answered with all lists as they are then. */
export function optionHandlers({ db, publishEvent, now }: Deps): RouteHandler[] {
  const change = async (command: (trx: Trx) => Promise<void>): Promise<ListedOption[]> => {
    await db.transaction().execute(command);
    return listOptions(db);
  };
  const by = (call: CallContext) => ({ actorId: requireActor(call).id, at: now() });
  return [
    createHandler(calls.optionLists, () => listOptions(db)),
    createHandler(
      calls.exportOptions,
      ({ field }) => new FileResponse('options.csv', toCsv(OPTION_HEADINGS, readOptionsForExport(db, field))),
    ),
    createHandler(calls.addOption, (option, call) => change((trx) => addOption(trx, by(call), option))),
    createHandler(calls.orderOptions, (order, call) => change((trx) => orderOptions(trx, by(call), order))),
    createHandler(calls.optionUse, ({ id }) => countOptionUse(db, id)),
    createHandler(calls.renameOption, (rename, call) =>
      change((trx) => updateName(trx, { ...rename, ...by(call) }, publishEvent)),
    ),
    createHandler(calls.deleteOption, ({ id }, call) => change((trx) => deleteOption(trx, by(call), id))),
  ];
}
