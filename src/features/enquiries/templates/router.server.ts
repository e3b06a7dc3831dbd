import type { Db, Trx } from '../../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  type RouteHandler,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { TEMPLATE_DELETED, TEMPLATE_SAVED } from './messages.ts';
import { addTemplate, deleteTemplate, updateTemplate } from './commands.server.ts';
import * as routes from './contract.ts';
import { listTemplates } from './queries.server.ts';

/** Routes of the templates of answers. */
export function templateHandlers({ db, now }: { readonly db: Db; readonly now: () => Date }): RouteHandler[] {
  const change = (message: string, call: CallContext, command: (trx: Trx, context: CommandContext) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await command(trx, toCommandContext(call, now));
      return { message, templates: await listTemplates(trx) };
    });
  return [
    createHandler(routes.enquiryTemplates, () => listTemplates(db)),
    createHandler(routes.addTemplate, (input, call) =>
      change(TEMPLATE_SAVED, call, (trx, context) => addTemplate(trx, context, input)),
    ),
    createHandler(routes.updateTemplate, (input, call) =>
      change(TEMPLATE_SAVED, call, (trx, context) => updateTemplate(trx, context, input)),
    ),
    createHandler(routes.deleteTemplate, (input, call) =>
      change(TEMPLATE_DELETED, call, (trx, context) => deleteTemplate(trx, context, input)),
    ),
  ];
}
