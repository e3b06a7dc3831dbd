import { type Handler, command, query } from '../../../platform/http/handlers.ts';
import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { saveFacts } from './commands.server.ts';
import { productionFacts, saveProductionFacts } from './contract.ts';
import { getEditableFacts } from './queries.server.ts';

/** Handlers of the production facts of working copies. A change returns them all. */
export const productionFactHandlers: readonly Handler[] = [
  query(productionFacts, (db, caller, { id }) => inSnapshot(db, (snapshot) => getEditableFacts(snapshot, caller, id))),
  command(saveProductionFacts, async (context, sent) => {
    await saveFacts(context, sent);
    return getEditableFacts(context.trx, context.actor, sent.id);
  }),
];
