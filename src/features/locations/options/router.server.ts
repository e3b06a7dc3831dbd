import type { Kysely } from 'kysely';
import { toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { Announce } from '../../../platform/events.ts';
import { type Binding, type Call, FileAnswer, actorOf, bind } from '../../../platform/http/server.ts';
import type { LocationEvent } from '../events.ts';
import { addOption, changeName, deleteOption, orderOptions } from './commands.server.ts';
import * as calls from './contract.ts';
import { OPTION_HEADINGS, optionLists, optionUse, optionsForExport } from './queries.server.ts';
import type { ListedOption } from './schema.ts';

interface Deps {
  readonly db: Kysely<Database>;
  readonly announce: Announce<LocationEvent>;
  readonly now: () => Date;
}

/** Answers every call about the lists of options: each change is one transaction, and is answered with all lists as they are then. */
export function optionBindings({ db, announce, now }: Deps): Binding[] {
  const change = async (act: (trx: Trx) => Promise<void>): Promise<ListedOption[]> => {
    await db.transaction().execute(act);
    return optionLists(db);
  };
  const by = (call: Call) => ({ actorId: actorOf(call).id, at: now() });
  return [
    bind(calls.optionLists, () => optionLists(db)),
    bind(
      calls.exportOptions,
      ({ field }) => new FileAnswer('options.csv', toCsv(OPTION_HEADINGS, optionsForExport(db, field))),
    ),
    bind(calls.addOption, (option, call) => change((trx) => addOption(trx, by(call), option))),
    bind(calls.orderOptions, (order, call) => change((trx) => orderOptions(trx, by(call), order))),
    bind(calls.optionUse, ({ id }) => optionUse(db, id)),
    bind(calls.renameOption, (rename, call) => change((trx) => changeName(trx, { ...rename, ...by(call) }, announce))),
    bind(calls.deleteOption, ({ id }, call) => change((trx) => deleteOption(trx, by(call), id))),
  ];
}
