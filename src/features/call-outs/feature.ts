import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { command, query } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { offerLocation, registerPlace } from './answers.commands.server.ts';
import { getAudience } from './audience.queries.server.ts';
import {
  changeCallOut,
  chooseMails,
  createCallOut,
  deleteAnswersOf,
  endCallOut,
  removeCallOut,
  setWanted,
} from './commands.server.ts';
import * as routes from './contract.ts';
import { deleteOldLinks } from './jobs.server.ts';
import { type LinkContext, addPlace, answerPlace, stopMailsByLink } from './links/commands.server.ts';
import { removePhotograph, startPhotograph } from './links/photographs.commands.server.ts';
import { getRequest } from './links/queries.server.ts';
import { photographUpload } from './links/upload-handler.server.ts';
import * as messages from './messages.ts';
import { ownMails, setOwnMails } from './own-mails/contract.ts';
import { CALL_OUT_DATA } from './personal-data.queries.server.ts';
import { getOwnMails, listCallOuts, listWanted } from './queries.server.ts';
import { type CallOut, callOut, callOutRequest } from './schema.ts';
import { sendNext } from './sending.commands.server.ts';

/** Returns what responds with the call-outs of a production after a change. */
const respond =
  (message: string) =>
  async (
    db: Db,
    caller: Actor,
    { id }: { readonly id: string },
    { at }: { readonly at: Date },
  ): Promise<{ message: string; callOuts: CallOut[] }> => ({
    message,
    callOuts: await listCallOuts(db, caller, { id }, { at }),
  });

/** Returns what makes a change by a link, and responds with what the link leads to. */
const byLink =
  <Input extends { readonly token: string }>(
    change: (context: LinkContext, input: Input) => Promise<void>,
    message: string = messages.ANSWER_SAVED,
  ) =>
  async (context: LinkContext, input: Input) => {
    await change(context, input);
    return { message, request: await getRequest(context.trx, input, context.at) };
  };

/** Call-outs: what a production looks for, sent to the owners of matching locations and to film offices. */
export const callOutFeature: Feature = {
  tag: 'call-outs',
  handlers: [
    query(routes.callOuts, listCallOuts),
    command(routes.addCallOut, createCallOut, respond(messages.CALL_OUT_ADDED)),
    command(routes.updateCallOut, async (context, input) => {
      const message = await changeCallOut(context, input);
      return respond(message)(context.trx, context.actor, input, context);
    }),
    command(routes.deleteCallOut, removeCallOut, respond(messages.CALL_OUT_DELETED)),
    query(routes.audience, getAudience),
    command(routes.sendCallOut, async (context, input) => {
      const { message, sent, left } = await sendNext(context, input);
      return { ...(await respond(message)(context.trx, context.actor, input, context)), sent, left };
    }),
    command(routes.closeCallOut, endCallOut, respond(messages.CALL_OUT_ENDED)),
    command(routes.showCallOut, setWanted, respond(messages.CALL_OUT_SAVED)),
    command(routes.offerAnswer, offerLocation, respond(messages.ANSWER_OFFERED)),
    command(routes.makeLocation, registerPlace, respond(messages.LOCATION_MADE)),
    query(routes.callOutByLink, (db, _caller, input, { at }) => getRequest(db, input, at)),
    command(routes.answerCallOut, byLink(answerPlace)),
    command(routes.suggestPlace, byLink(addPlace, messages.PLACE_ADDED)),
    command(routes.beginPhotograph, startPhotograph),
    photographUpload,
    command(routes.deletePhotograph, byLink(removePhotograph, messages.PHOTOGRAPH_DELETED)),
    command(routes.stopMails, stopMailsByLink),
    query(ownMails, getOwnMails),
    command(setOwnMails, chooseMails),
    query(routes.wanted, (db, _caller, _input, { at }) => listWanted(db, at)),
  ],
  subscriptions: { 'account.deleted': deleteAnswersOf },
  personalData: CALL_OUT_DATA,
  cleanup: { 'links of call-outs': ({ db, at }) => deleteOldLinks(db, at) },
  schemas: { CallOut: callOut, CallOutRequest: callOutRequest },
};
