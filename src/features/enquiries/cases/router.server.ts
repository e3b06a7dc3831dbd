import { toCsv } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import {
  type CallContext,
  type RouteHandler,
  FileResponse,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { assertEnquiryAccessible } from '../access.queries.server.ts';
import { openFile } from '../files/queries.server.ts';
import { listAreas } from '../outcomes/queries.server.ts';
import { ENQUIRY_SAVED, NOTE_ADDED, answerSent } from './messages.ts';
import { type CaseDeps, addNote, answer, passOn, updateCase } from './commands.server.ts';
import * as routes from './contract.ts';
import { EXPORT_HEADINGS, exportRows, listEnquiries } from './list.queries.server.ts';
import { getCase, listAssignees, listRecipients } from './queries.server.ts';

interface Deps extends CaseDeps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly now: () => Date;
}

/** Routes of the team: the list of enquiries, and what is done with one. */
export function caseHandlers({ db, storage, now, ...deps }: Deps): RouteHandler[] {
  const toContext = (call: CallContext) => toCommandContext(call, now);
  return [
    createHandler(routes.enquiries, (params, call) => listEnquiries(db, requireActor(call), params)),
    createHandler(
      routes.exportEnquiries,
      (params, call) =>
        new FileResponse('enquiries.csv', toCsv(EXPORT_HEADINGS, exportRows(db, requireActor(call), params))),
    ),
    createHandler(routes.enquiryAssignees, (_, call) => listAssignees(db, requireActor(call))),
    createHandler(routes.enquiryAreas, () => listAreas(db)),
    createHandler(routes.enquiryById, ({ id }, call) => getCase(db, requireActor(call), id)),
    createHandler(routes.enquiryFile, async ({ id, fileId }, call) => {
      await assertEnquiryAccessible(db, requireActor(call), 'enquiry.view', id);
      return openFile({ db, storage }, fileId, { enquiryId: id }, call.log);
    }),
    createHandler(routes.updateEnquiry, (change, call) =>
      db.transaction().execute(async (trx) => {
        await updateCase(trx, toContext(call), change);
        return { message: ENQUIRY_SAVED, enquiry: await getCase(trx, requireActor(call), change.id) };
      }),
    ),
    createHandler(routes.addEnquiryNote, (note, call) =>
      db.transaction().execute(async (trx) => {
        await addNote(trx, toContext(call), note);
        return { message: NOTE_ADDED, enquiry: await getCase(trx, requireActor(call), note.id) };
      }),
    ),
    createHandler(routes.enquiryRecipients, ({ id }, call) => listRecipients(db, requireActor(call), id)),
    createHandler(routes.passOnEnquiry, (message, call) =>
      db.transaction().execute(async (trx) => {
        const email = await passOn(trx, deps, toContext(call), message);
        return { message: answerSent(email), enquiry: await getCase(trx, requireActor(call), message.id) };
      }),
    ),
    createHandler(routes.answerEnquiry, (message, call) =>
      db.transaction().execute(async (trx) => {
        const email = await answer(trx, deps, toContext(call), message);
        return { message: answerSent(email), enquiry: await getCase(trx, requireActor(call), message.id) };
      }),
    ),
  ];
}
