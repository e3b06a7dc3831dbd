import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { type Handler, command, csvExport, query } from '../../platform/http/handlers.ts';
import { assertEnquiryAccessible } from './access.queries.server.ts';
import { addNote, answer, passOn, updateCase } from './cases/commands.server.ts';
import { EXPORT_HEADINGS, countNewEnquiries, exportRows, listEnquiries } from './cases/list.queries.server.ts';
import { ENQUIRY_SAVED, NOTE_ADDED, answerSent } from './cases/messages.ts';
import { getCase, listAssignees, listRecipients } from './cases/queries.server.ts';
import { enquiryCase, enquiryRow } from './cases/schema.ts';
import { submitEnquiry } from './commands.server.ts';
import { sendEnquiry } from './contract.ts';
import { deleteUnusedFiles } from './files/jobs.server.ts';
import { openFile } from './files/queries.server.ts';
import { enquiryFile } from './files/schema.ts';
import { enquiryFileUpload } from './files/upload-handler.server.ts';
import { closeSilentEnquiries, deleteOldEnquiries } from './jobs.server.ts';
import { listAreas } from './outcomes/queries.server.ts';
import { outcome } from './outcomes/schema.ts';
import { ENQUIRY_DATA } from './personal-data.queries.server.ts';
import { addTemplate, changeTemplate, deleteTemplate } from './templates/commands.server.ts';
import { TEMPLATE_DELETED, TEMPLATE_SAVED } from './templates/messages.ts';
import { listTemplates } from './templates/queries.server.ts';
import { template } from './templates/schema.ts';
import { getParticipant } from './thread/access.queries.server.ts';
import { addMessage } from './thread/commands.server.ts';
import { REPLY_SENT } from './thread/messages.ts';
import { getThread, listOwnEnquiries } from './thread/queries.server.ts';
import { ownEnquiry, thread } from './thread/schema.ts';
import * as caseRoutes from './cases/contract.ts';
import * as templateRoutes from './templates/contract.ts';
import * as threadRoutes from './thread/contract.ts';

const submitHandler = command(sendEnquiry, submitEnquiry);

/** The list of enquiries, and what the team does with one. */
const caseHandlers: readonly Handler[] = [
  query(caseRoutes.enquiries, listEnquiries),
  csvExport(caseRoutes.exportEnquiries, 'enquiries.csv', EXPORT_HEADINGS, exportRows),
  query(caseRoutes.newEnquiries, countNewEnquiries),
  query(caseRoutes.enquiryAssignees, listAssignees),
  query(caseRoutes.enquiryAreas, listAreas),
  query(caseRoutes.enquiryById, (db, caller, { id }) => getCase(db, caller, id)),
  query(caseRoutes.enquiryFile, async (db, caller, { id, fileId }, services) => {
    await assertEnquiryAccessible(db, caller, 'enquiry.view', id);
    return openFile(db, fileId, { enquiryId: id }, services);
  }),
  command(caseRoutes.updateEnquiry, async (context, change) => {
    await updateCase(context, change);
    return { message: ENQUIRY_SAVED, enquiry: await getCase(context.trx, context.actor, change.id) };
  }),
  command(caseRoutes.addEnquiryNote, async (context, note) => {
    await addNote(context, note);
    return { message: NOTE_ADDED, enquiry: await getCase(context.trx, context.actor, note.id) };
  }),
  query(caseRoutes.enquiryRecipients, (db, caller, { id }) => listRecipients(db, caller, id)),
  command(caseRoutes.passOnEnquiry, async (context, message) => {
    const email = await passOn(context, message);
    return { message: answerSent(email), enquiry: await getCase(context.trx, context.actor, message.id) };
  }),
  command(caseRoutes.answerEnquiry, async (context, message) => {
    const email = await answer(context, message);
    return { message: answerSent(email), enquiry: await getCase(context.trx, context.actor, message.id) };
  }),
];

const respondWithTemplates = (message: string) => async (db: Db) => ({ message, templates: await listTemplates(db) });

const templateHandlers: readonly Handler[] = [
  query(templateRoutes.enquiryTemplates, listTemplates),
  command(templateRoutes.addTemplate, addTemplate, respondWithTemplates(TEMPLATE_SAVED)),
  command(templateRoutes.updateTemplate, changeTemplate, respondWithTemplates(TEMPLATE_SAVED)),
  command(templateRoutes.deleteTemplate, deleteTemplate, respondWithTemplates(TEMPLATE_DELETED)),
];

/** Calls of participants: by an emailed link, or of senders by their account. */
const threadHandlers: readonly Handler[] = [
  query(threadRoutes.ownEnquiries, listOwnEnquiries),
  query(threadRoutes.enquiryThread, async (db, caller, conversation, { at }) =>
    getThread(db, await getParticipant(db, caller, conversation, at)),
  ),
  command(threadRoutes.replyToThread, async (context, { text, files, ...conversation }) => {
    const participant = await getParticipant(context.trx, context.actor, conversation, context.at);
    await addMessage(context, participant, { text, files });
    return { message: REPLY_SENT, thread: await getThread(context.trx, participant) };
  }),
  query(threadRoutes.threadFile, async (db, caller, { fileId, ...conversation }, services) => {
    const { id } = await getParticipant(db, caller, conversation, services.at);
    return openFile(db, fileId, { participantId: id }, services);
  }),
];

/** Enquiries, which the team works on as cases. */
export const enquiryFeature: Feature = {
  tag: 'enquiries',
  handlers: [submitHandler, enquiryFileUpload, ...caseHandlers, ...templateHandlers, ...threadHandlers],
  personalData: ENQUIRY_DATA,
  cleanup: {
    'silent enquiries': ({ db, at }) => closeSilentEnquiries(db, at),
    enquiries: ({ db, at }) => deleteOldEnquiries(db, at),
    'enquiry files': ({ db, storage }) => deleteUnusedFiles(db, storage),
  },
  schemas: {
    Enquiry: enquiryCase,
    EnquiryFile: enquiryFile,
    EnquiryOutcome: outcome,
    EnquiryRow: enquiryRow,
    EnquiryTemplate: template,
    EnquiryThread: thread,
    OwnEnquiry: ownEnquiry,
  },
};
