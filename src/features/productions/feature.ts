import type { z } from 'zod';
import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { type CommandContext, action, command, csvExport, query } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { addBoard, removeBoard, sendBoard } from './answers/commands.server.ts';
import * as answerRoutes from './answers/contract.ts';
import { getAnswers } from './answers/queries.server.ts';
import { productionAnswers } from './answers/schema.ts';
import { changeMany } from './bulk.commands.server.ts';
import { addNote, changeProduction, copyProduction, removeProduction } from './commands.server.ts';
import { mergeCompanies, mergePeople, setContacts } from './contacts.commands.server.ts';
import { addEnquiry, createProduction, removeEnquiry } from './enquiries/commands.server.ts';
import * as diaryRoutes from './diary/contract.ts';
import * as diary from './diary/queries.server.ts';
import { shoot } from './diary/schema.ts';
import { deleteOldProductions } from './jobs.server.ts';
import { EXPORT_HEADINGS, exportRows, listProductions } from './list.queries.server.ts';
import { removeLocation, setLocation } from './locations/commands.server.ts';
import * as messages from './messages.ts';
import { ownProduction, ownProductions } from './own-locations/contract.ts';
import { listOwnProductions } from './own-locations/queries.server.ts';
import { PRODUCTION_DATA } from './personal-data.queries.server.ts';
import { getProduction, getProductionOfEnquiry } from './queries.server.ts';
import { type Production, production, productionRow } from './schema.ts';
import { productionTimeline, restoreProductionValues } from './timeline/contract.ts';
import { listTimeline } from './timeline/queries.server.ts';
import { restoreValues } from './restoring.commands.server.ts';
import { timelineEntry } from './timeline/schema.ts';
import * as routes from './contract.ts';

/** Returns what responds with a production after a change. */
const respond =
  (message: string) =>
  async (
    db: Db,
    caller: Actor,
    { id }: { readonly id: string },
    { at }: { readonly at: Date },
  ): Promise<{ message: string; production: Production }> => ({
    message,
    production: await getProduction(db, caller, { id, at }),
  });
const saved = respond(messages.PRODUCTION_SAVED);

/** Returns what adds a production, and responds with it. */
const adding =
  <Input>(add: (context: CommandContext, input: Input) => Promise<string>) =>
  async (context: CommandContext, input: Input) => ({
    message: messages.PRODUCTION_ADDED,
    production: await getProduction(context.trx, context.actor, { id: await add(context, input), at: context.at }),
  });

/** Productions, from the first enquiry to the release. */
export const productionFeature: Feature = {
  tag: 'productions',
  handlers: [
    query(routes.productions, listProductions),
    csvExport(routes.exportProductions, 'productions.csv', EXPORT_HEADINGS, exportRows),
    query(routes.productionById, (db, caller, { id }, { at }) => getProduction(db, caller, { id, at })),
    query(diaryRoutes.diary, diary.listShoots),
    csvExport(diaryRoutes.exportDiary, 'diary.csv', diary.EXPORT_HEADINGS, diary.exportRows),
    query(productionTimeline, listTimeline),
    query(ownProductions, (db, caller, _, context) => listOwnProductions(db, caller, context)),
    query(routes.productionOfEnquiry, (db, caller, { id }) => getProductionOfEnquiry(db, caller, id)),
    command(routes.addProduction, adding<z.output<typeof routes.addProduction.input>>(createProduction)),
    command(routes.duplicateProduction, adding<z.output<typeof routes.duplicateProduction.input>>(copyProduction)),
    command(routes.updateProduction, changeProduction, saved),
    action(routes.changeProductions, changeMany),
    command(restoreProductionValues, restoreValues, respond(messages.VALUES_RESTORED)),
    command(routes.setProductionContacts, setContacts, saved),
    command(routes.setProductionLocation, setLocation, saved),
    command(routes.removeProductionLocation, removeLocation, saved),
    command(routes.addProductionNote, addNote, respond(messages.NOTE_ADDED)),
    command(routes.addProductionEnquiry, addEnquiry, respond(messages.ENQUIRY_ADDED)),
    command(routes.removeProductionEnquiry, removeEnquiry, respond(messages.ENQUIRY_REMOVED)),
    query(answerRoutes.answersOfProduction, getAnswers),
    command(answerRoutes.addProductionBoard, async (context, input) => ({
      message: messages.BOARD_ADDED,
      board_id: await addBoard(context, input),
    })),
    command(answerRoutes.removeProductionBoard, removeBoard, messages.BOARD_REMOVED),
    command(answerRoutes.sendProductionBoard, sendBoard),
    command(routes.deleteProduction, removeProduction, messages.PRODUCTION_DELETED),
  ],
  subscriptions: { 'companies.merging': mergeCompanies, 'people.merging': mergePeople },
  personalData: PRODUCTION_DATA,
  cleanup: { productions: ({ db, at }) => deleteOldProductions(db, at) },
  schemas: {
    OwnProduction: ownProduction,
    Production: production,
    ProductionAnswers: productionAnswers,
    ProductionRow: productionRow,
    ProductionShoot: shoot,
    ProductionTimelineEntry: timelineEntry,
  },
};
