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
  query(routes.optionLists, listOptions),
  csvExport(routes.exportOptions, 'options.csv', OPTION_HEADINGS, (db, _caller, { field }) =>
    readOptionsForExport(db, field),
  ),
  command(routes.addOption, addOption, listOptions),
  command(routes.orderOptions, orderOptions, listOptions),
  query(routes.optionUse, (db, _caller, { id }) => countOptionUse(db, id)),
  command(routes.renameOption, renameOptionById, listOptions),
  query(routes.officeAreas, listOfficeAreas),
  command(routes.setOfficeAreas, setOfficeAreas, listOfficeAreas),
  command(routes.deleteOption, deleteOption, listOptions),
];
