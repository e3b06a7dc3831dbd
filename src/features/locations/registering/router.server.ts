import type { Kysely } from 'kysely';
import { toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { type Act, type Binding, type Call, FileAnswer, actorOf, bind } from '../../../platform/http/server.ts';
import { accountById } from '../../accounts/queries.server.ts';
import { heldLocation, noLocation } from '../access/queries.server.ts';
import type { LocationDeps } from '../commands.server.ts';
import { previewOf } from '../queries.server.ts';
import { createLocation, saveLocation } from './commands.server.ts';
import * as calls from './contract.ts';
import { saveDraft, saveNewDraft } from './drafts/commands.server.ts';
import { HELD_HEADINGS, heldForExport, newDraft, fullLocation, ownLocationCards } from './queries.server.ts';
import { SUBMITTED } from './schema.ts';
import { whereaboutsOf } from './whereabouts/queries.server.ts';

type Deps = LocationDeps & { readonly db: Kysely<Database>; readonly now: () => Date };

/** Answers the calls of owners who list their places: each change is one transaction, and is answered with what it has left. */
export function registeringBindings(deps: Deps): Binding[] {
  return [...readingBindings(deps), ...savingBindings(deps), ...draftBindings(deps)];
}

function readingBindings({ db }: Deps): Binding[] {
  return [
    bind(calls.ownLocations, (page, call) => ownLocationCards(db, actorOf(call).id, page)),
    bind(calls.locationsOfUser, async ({ id, ...page }) => {
      await accountById(db, id);
      return ownLocationCards(db, id, page, 'team');
    }),
    bind(calls.exportLocationsOfUser, async ({ id }) => {
      await accountById(db, id);
      return new FileAnswer('locations-of-user.csv', toCsv(HELD_HEADINGS, heldForExport(db, id)));
    }),
    bind(calls.ownLocationById, ({ id }, call) => fullLocation(db, actorOf(call), id)),
    bind(calls.locationPreview, async ({ id }, call) => {
      await heldLocation(db, actorOf(call), id);
      return (await previewOf(db, id)) ?? noLocation();
    }),
    bind(calls.locationWhereabouts, (asked) => whereaboutsOf(db, asked)),
  ];
}

function savingBindings(deps: Deps): Binding[] {
  const { db } = deps;
  return [
    bind(calls.createLocation, (location, call) =>
      db.transaction().execute(async (trx) => {
        const act = actBy(deps, call);
        return fullLocation(trx, act.actor, await createLocation(trx, deps, act, location));
      }),
    ),
    bind(calls.saveLocation, (save, call) =>
      db.transaction().execute(async (trx) => {
        const act = actBy(deps, call);
        await saveLocation(trx, deps, act, save);
        const location = await fullLocation(trx, act.actor, save.id);
        return { ...location, message: save.isSubmitting ? SUBMITTED : null };
      }),
    ),
  ];
}

function draftBindings(deps: Deps): Binding[] {
  const { db } = deps;
  return [
    bind(calls.newDraft, async (_, call) => ({ draft: await newDraft(db, actorOf(call).id) })),
    bind(calls.saveNewDraft, (draft, call) =>
      db.transaction().execute((trx) => saveNewDraft(trx, actBy(deps, call), draft)),
    ),
    bind(calls.saveDraft, (draft, call) => db.transaction().execute((trx) => saveDraft(trx, actBy(deps, call), draft))),
  ];
}

function actBy({ now }: Deps, call: Call): Act {
  return { actor: actorOf(call), at: now() };
}
