import { addOption, renameOptionById, deleteOption, orderOptions, setOfficeAreas } from './commands.server.ts';
import * as routes from './contract.ts';
import {
  OPTION_HEADINGS,
  listOfficeAreas,
  listOptions,
  countOptionUse,
  readOptionsForExport,
} from './queries.server.ts';
import { type Handler, command, csvExport, query } from '../../../../platform/http/handlers.ts';

/** Handlers of options. A change returns all lists. */
export const optionHandlers: readonly Handler[] = [
  query(routes.optionLists, (db) => listOptions(db)),
  csvExport(routes.exportOptions, 'options.csv', OPTION_HEADINGS, (db, _caller, { field }) =>
    readOptionsForExport(db, field),
  ),
  command(
    routes.addOption,
    ({ trx, actor, at }, option) => addOption(trx, { actorId: actor.id, at }, option),
    (db) => listOptions(db),
  ),
  command(
    routes.orderOptions,
    ({ trx, actor, at }, order) => orderOptions(trx, { actorId: actor.id, at }, order),
    (db) => listOptions(db),
  ),
  query(routes.optionUse, (db, _caller, { id }) => countOptionUse(db, id)),
  command(
    routes.renameOption,
    ({ trx, actor, at, publishEvent }, rename) =>
      renameOptionById(trx, { ...rename, actorId: actor.id, at }, publishEvent),
    (db) => listOptions(db),
  ),
  query(routes.officeAreas, (db) => listOfficeAreas(db)),
  command(
    routes.setOfficeAreas,
    ({ trx, actor, at }, areas) => setOfficeAreas(trx, { ...areas, actorId: actor.id, at }),
    (db) => listOfficeAreas(db),
  ),
  command(
    routes.deleteOption,
    ({ trx, actor, at }, { id }) => deleteOption(trx, { actorId: actor.id, at }, id),
    (db) => listOptions(db),
  ),
];
