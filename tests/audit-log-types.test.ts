import { randomUUID } from 'node:crypto';
import { getImagesVersion } from '../src/features/locations/catalogue/published/published-version.queries.server.ts';
import { replaceRecoveryCodes } from '../src/features/accounts/second-factor/recovery-codes.commands.server.ts';
import { beginStep } from '../src/features/accounts/second-factor/steps.commands.server.ts';
import { addAuthenticator } from './support/second-factors.ts';
import { linkAccount } from './support/single-sign-on.ts';
import { expect, onTestFinished, test } from 'vitest';
import { AUDIT_TYPES, type AuditType } from '../src/features/audit-log/entry-types.ts';
import { INPUTS, call, getRouteName, listRoutes } from './permissions/calls.ts';
import { type CallerName, addPeople } from './permissions/people.ts';
import { type Fixtures, createFixtures } from './permissions/fixtures.ts';
import { addImage } from './support/locations.ts';
import { signInAs } from './support/people.ts';
import { photograph } from './support/photograph.ts';
import { deletePictureJobs, startImageWorker } from './support/image-worker.ts';
import { startSite } from './support/site.ts';
import { sendFile, waitForUploads } from './support/uploads.ts';

const env = { STORAGE_URL: '' };
const site = await startSite({ env });
const { db } = site;
const people = await addPeople(site);
const routes = new Map(listRoutes(site).map((route) => [getRouteName(route), route]));
await deletePictureJobs(site);

/** A call, its caller, and the changes to the input of the call in the table of permissions. */
type ApiCall = readonly [
  name: string,
  by: Exclude<CallerName, 'deleted'>,
  changes?: (fixtures: Fixtures) => Promise<object> | object,
];

const state = (columns: object) => async (fixtures: Fixtures) => {
  await db.updateTable('locations').set(columns).where('id', '=', fixtures.own.location).execute();
  return {};
};

const setBulkState =
  (columns: object) =>
  async ({ bulkChange }: Fixtures) => {
    await db.updateTable('bulk_changes').set(columns).where('id', '=', bulkChange).execute();
    return {};
  };

/** Photographs to upload, which the worker ingests. */
interface Photographs {
  readonly photographs: number;
}

/** The route that writes each type of entry; null if no route does. */
const WRITTEN_BY: Readonly<Record<AuditType, ApiCall | Photographs | null>> = {
  LOGIN: ['POST /login', 'nobody'],
  LOGOUT: ['POST /logout', 'scoutA'],
  ACCOUNT_DELETED: ['DELETE /users/{id}', 'admin'],
  ACCOUNT_UPDATED: ['PUT /users/{id}', 'admin', () => ({ lastName: 'Bell' })],
  ADMIN_INVITED: ['POST /users', 'admin'],
  SECOND_FACTOR_ADDED: [
    'POST /second-factors/authenticator/confirm',
    'scoutA',
    async () => ({ code: (await addAuthenticator(db, people.scoutA.id, null)).getCode(new Date()) }),
  ],
  SECOND_FACTOR_REMOVED: [
    'DELETE /second-factors/authenticator',
    'scoutA',
    async () => {
      await addAuthenticator(db, people.scoutA.id);
      return {};
    },
  ],
  RECOVERY_CODES_REPLACED: [
    'POST /second-factors/recovery-codes',
    'scoutA',
    async () => {
      await addAuthenticator(db, people.scoutA.id);
      return {};
    },
  ],
  RECOVERY_CODE_USED: [
    'POST /login/code',
    'nobody',
    async ({ user }) => ({
      token: await beginStep(db, 'log-in', user, new Date()),
      code: (await db.transaction().execute((trx) => replaceRecoveryCodes(trx, user)))[0],
    }),
  ],
  SECOND_FACTORS_RESET: ['DELETE /users/{id}/second-factors', 'admin'],
  // The worker writes it, an hour after the first failed log-in.
  LOGIN_FAILED: null,
  PASSWORD_RESET: ['POST /reset-password', 'nobody'],
  PASSWORD_CHANGED: ['PUT /user/password', 'scoutA'],
  PROFILE_UPDATED: ['PUT /profile', 'scoutA', () => ({ lastName: 'Bell' })],
  ADDRESS_CHANGED: [
    'POST /verify-email',
    'nobody',
    async ({ user }) => {
      const changes = { email: 'new-address@crew.example' };
      await db.updateTable('account_tokens').set(changes).where('user_id', '=', user).execute();
      return {};
    },
  ],
  SESSIONS_ENDED: ['DELETE /user/sessions/{id}', 'scoutA'],
  USER_SESSIONS_ENDED: ['DELETE /users/{id}/sessions', 'admin'],
  // Need a provider: see single-sign-on/log-in.test.ts.
  SINGLE_SIGN_ON_LOGIN: null,
  SINGLE_SIGN_ON_REFUSED: null,
  SINGLE_SIGN_ON_LINKED: null,
  SINGLE_SIGN_ON_ACCOUNT_CREATED: null,
  SINGLE_SIGN_ON_ROLE_CHANGED: null,
  SINGLE_SIGN_ON_UNLINKED: [
    'DELETE /users/{id}/single-sign-on',
    'admin',
    async ({ user }) => {
      await linkAccount(db, user);
      return {};
    },
  ],
  VERSION_UNCHECKED: ['PUT /user/location-draft', 'ownerA', () => ({ draftVersion: undefined })],
  LOCATION_UPDATED: ['PUT /locations/{id}', 'admin'],
  LOCATION_PUBLISHED: [
    'POST /locations/{id}/publish',
    'admin',
    state({ location_status: 'AWAITING_APPROVAL', submitted_at: new Date() }),
  ],
  LOCATION_UNPUBLISHED: [
    'POST /locations/{id}/unpublish',
    'admin',
    async ({ own }) => {
      await call(site, people, routes.get('POST /locations/{id}/publish')!, 'admin', { id: own.location });
      return {};
    },
  ],
  LOCATION_DELETED: ['DELETE /locations/{id}', 'admin'],
  LOCATION_RESTORED: ['POST /admin/locations/{id}/revisions/{number}/restore', 'admin'],
  OWNERSHIP_CHANGED: ['PUT /locations/{id}/owner', 'admin'],
  CONTACT_ADDED: ['POST /locations/{id}/contacts', 'ownerA'],
  CONTACT_UPDATED: ['PUT /locations/{id}/contacts/{contactId}', 'ownerA'],
  CONTACT_DELETED: ['DELETE /locations/{id}/contacts/{contactId}', 'ownerA'],
  IMAGE_ADDED: { photographs: 1 },
  IMAGES_ADDED: { photographs: 3 },
  IMAGE_UPDATED: ['PUT /locations/{id}/images/{imageId}', 'ownerA'],
  IMAGES_UPDATED: [
    'PUT /locations/{id}/images/{imageId}',
    'ownerA',
    async ({ own }) => {
      await addImage(db, own.location, { position: 1 });
      return { alt: undefined, version: undefined, position: 1 };
    },
  ],
  IMAGE_DELETED: ['DELETE /locations/{id}/images/{imageId}', 'ownerA'],
  IMAGES_DELETED: [
    'DELETE /locations/{id}/images',
    'ownerA',
    async ({ own }) => ({ ids: [own.image, await addImage(db, own.location, { position: 1 })] }),
  ],
  DOCUMENT_ADDED: ['POST /locations/{id}/documents', 'admin'],
  DOCUMENT_DELETED: ['DELETE /locations/{id}/documents/{documentId}', 'admin'],
  BOARD_CREATED: ['POST /boards', 'scoutA'],
  PRIVATE_BOARD_CREATED: ['POST /boards/private', 'admin'],
  BOARD_DUPLICATED: ['POST /boards/{id}/duplicate', 'scoutA'],
  BOARD_DELETED: ['DELETE /boards/{id}', 'scoutA'],
  BOARD_ARCHIVED: ['POST /boards/{id}/archive', 'scoutA'],
  BOARD_SHARED: ['POST /boards/{id}/shares', 'scoutA'],
  BOARD_SHARE_CHANGED: ['PUT /boards/{id}/shares/{shareId}', 'scoutA'],
  BOARD_UNSHARED: ['DELETE /boards/{id}/shares/{shareId}', 'scoutA'],
  BOARD_LINK_CREATED: [
    'POST /boards/{id}/link',
    'scoutA',
    async ({ board }) => {
      await db.updateTable('boards').set({ link: null }).where('id', '=', board).execute();
      return {};
    },
  ],
  BOARD_LINK_DELETED: [
    'DELETE /boards/{id}/link',
    'scoutA',
    async ({ board }) => {
      await db
        .updateTable('boards')
        .set({ link: randomUUID().replaceAll('-', '') })
        .where('id', '=', board)
        .execute();
      return {};
    },
  ],
  BOARD_GUEST_LINK_CREATED: ['POST /boards/{id}/guest-links', 'scoutA'],
  BOARD_GUEST_LINK_UPDATED: ['PUT /boards/{id}/guest-links/{linkId}', 'scoutA'],
  BOARD_GUEST_REMOVED: ['DELETE /boards/{id}/guests/{guestId}', 'scoutA'],
  BOARD_GUEST_LINK_DELETED: ['DELETE /boards/{id}/guest-links/{linkId}', 'scoutA'],
  LOOK_BOOK_MADE: ['POST /boards/{id}/look-books', 'scoutA'],
  LIST_EXPORTED: ['GET /users/export', 'admin'],
  PERSONAL_DATA_REQUESTED: ['POST /profile/data-exports', 'scoutA'],
  // Needs a file: see personal-data.test.ts.
  PERSONAL_DATA_DOWNLOADED: null,
  COMMAND_EXECUTED: null,
  BOARD_LOCATION_ADDED: ['POST /boards/{id}/locations', 'scoutA'],
  BOARD_PHOTOGRAPH_ADDED: ['POST /boards/{id}/locations/{locationId}/photographs', 'scoutA'],
  BOARD_FILE_ADDED: ['POST /boards/{id}/locations/{locationId}/files', 'scoutA'],
  BOARD_FILE_DELETED: ['DELETE /boards/{id}/files/{fileId}', 'scoutA'],
  BOARD_PHOTOGRAPH_DELETED: ['DELETE /boards/{id}/photographs/{photographId}', 'scoutA'],
  BOARD_LOCATION_REMOVED: ['DELETE /boards/{id}/locations/{locationId}', 'scoutA'],
  // Only by the command line.
  LOCATIONS_IMPORTED: null,
  CONTENT_PUBLISHED: ['POST /content/pages/{name}/publish', 'admin'],
  CONTENT_DELETED: ['DELETE /content/pages/{name}', 'admin'],
  CONTENT_RESTORED: ['POST /content/revisions/{name}/{number}/restore', 'admin'],
  OPTIONS_CHANGED: ['POST /options', 'admin'],
  OFFICE_AREAS_CHANGED: ['PUT /options/{id}/areas', 'admin'],
  MAINTENANCE_SWITCHED: ['PUT /maintenance', 'admin'],
  WORK_RETRIED: ['POST /operations/mails/{id}/retry', 'admin'],
  ENQUIRY_UPDATED: ['PUT /enquiries/{id}', 'admin'],
  ENQUIRY_OUTCOME_RECORDED: ['PUT /enquiries/{id}', 'admin', () => ({ state: 'CLOSED', filmed: 'NO' })],
  ENQUIRY_TEMPLATES_CHANGED: ['POST /enquiry-templates', 'admin'],
  ENQUIRY_PASSED_ON: ['POST /enquiries/{id}/participants', 'admin'],
  ENQUIRY_ANSWERED: ['POST /enquiries/{id}/messages', 'admin'],
  COMPANY_CREATED: ['POST /companies', 'admin'],
  COMPANY_UPDATED: ['PUT /companies/{id}', 'admin'],
  COMPANY_DELETED: ['DELETE /companies/{id}', 'admin'],
  COMPANIES_MERGED: ['POST /companies/{id}/merge', 'admin'],
  COMPANY_DUPLICATE_DECIDED: ['PUT /companies/{id}/duplicates/{otherId}', 'admin'],
  COMPANY_RESTORED: ['POST /companies/{id}/revisions/{number}/restore', 'admin'],
  PERSON_CREATED: ['POST /people', 'admin'],
  PERSON_UPDATED: ['PUT /people/{id}', 'admin'],
  PERSON_DELETED: ['DELETE /people/{id}', 'admin'],
  PEOPLE_MERGED: ['POST /people/{id}/merge', 'admin'],
  PERSON_DUPLICATE_DECIDED: ['PUT /people/{id}/duplicates/{otherId}', 'admin'],
  PERSON_RESTORED: ['POST /people/{id}/revisions/{number}/restore', 'admin'],
  PRODUCTION_ADDED: ['POST /productions', 'admin'],
  PRODUCTION_UPDATED: ['PUT /productions/{id}', 'admin'],
  PRODUCTION_DELETED: ['DELETE /productions/{id}', 'admin'],
  PRODUCTION_ENQUIRY_ADDED: [
    'PUT /productions/{id}/enquiries/{enquiryId}',
    'admin',
    async ({ team }) => {
      await db.deleteFrom('production_enquiries').where('enquiry_id', '=', team.enquiry.id).execute();
      return {};
    },
  ],
  PRODUCTION_ENQUIRY_REMOVED: ['DELETE /productions/{id}/enquiries/{enquiryId}', 'admin'],
  PRODUCTION_BOARD_ADDED: [
    'POST /productions/{id}/boards',
    'admin',
    async ({ team: { production } }) => {
      await db.deleteFrom('production_boards').where('board_id', '=', production.board).execute();
      return { boardId: production.board };
    },
  ],
  PRODUCTION_BOARD_REMOVED: ['DELETE /productions/{id}/boards/{boardId}', 'admin'],
  PRODUCTION_BOARD_SENT: [
    'POST /productions/{id}/boards/{boardId}/sendings',
    'admin',
    // The address has a link already.
    async ({ team: { production } }) => {
      const settings = { can_answer: true, can_download: false, shows_answers: false };
      const { id: link_id } = await db
        .insertInto('board_guest_links')
        .values({
          board_id: production.board,
          name: 'Isla',
          secret: 'x'.repeat(43),
          created_at: new Date(),
          ...settings,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const sending = { production_id: production.id, board_id: production.board, link_id, title: 'Mills for Heron' };
      const recipient = 'isla@northlight.example';
      await db
        .insertInto('production_sendings')
        .values({ ...sending, recipient, sent_at: new Date() })
        .execute();
      return {};
    },
  ],
  VIEWING_ANSWERED: ['POST /viewing-request/answer', 'nobody'],
  VIEWING_DISCLOSED: [
    'POST /viewing-itinerary',
    'nobody',
    async ({ team }) => {
      await db.updateTable('viewing_stops').set({ state: 'CONFIRMED' }).where('id', '=', team.viewing.asked).execute();
      return {};
    },
  ],
  CALL_OUT_SENT: ['POST /productions/{id}/call-outs/{callOutId}/send', 'admin'],
  CALL_OUT_ANSWERED: ['POST /call-out/places', 'nobody'],
  CALL_OUT_MAILS_CHOSEN: ['PUT /call-out-emails', 'ownerA'],
  AVAILABILITY_ADDED: ['POST /locations/{id}/unavailable-dates', 'ownerA'],
  AVAILABILITY_CHANGED: ['PUT /locations/{id}/unavailable-dates/{entryId}', 'ownerA'],
  AVAILABILITY_DELETED: ['DELETE /locations/{id}/unavailable-dates/{entryId}', 'ownerA'],
  IMPACT_FORMULA_ADDED: ['POST /impact-formulas', 'admin'],
  IMPACT_FORMULA_RETIRED: ['POST /impact-formulas/{id}/retire', 'admin'],
  IMPACT_YEAR_PUBLISHED: ['POST /impact/publish', 'admin'],
  IMPACT_YEAR_UNPUBLISHED: ['POST /impact/unpublish', 'admin'],
  WRAP_SURVEY_ANSWERED: ['POST /wrap-survey/answer', 'nobody'],
  MAIL_DISCARDED: ['DELETE /operations/mails/{id}', 'admin'],
  LOCATION_RETURNED: [
    'PUT /locations/{id}/status',
    'admin',
    state({ location_status: 'AWAITING_APPROVAL', submitted_at: new Date() }),
  ],
  REASON_TEMPLATES_CHANGED: ['POST /reason-templates', 'admin'],
  TEAM_VIEW_ADDED: ['POST /lists/{list}/views', 'admin', () => ({ list: 'review', isTeam: true })],
  TEAM_VIEW_CHANGED: ['PUT /list-views/{id}', 'admin', ({ team }) => ({ id: team.view })],
  TEAM_VIEW_DELETED: ['DELETE /list-views/{id}', 'admin', ({ team }) => ({ id: team.view })],
  BULK_CHANGE_STARTED: ['POST /admin/bulk-changes/{id}/start', 'admin'],
  BULK_CHANGE_CANCELLED: [
    'POST /admin/bulk-changes/{id}/cancel',
    'admin',
    setBulkState({ state: 'RUNNING', started_at: new Date() }),
  ],
  BULK_CHANGE_UNDONE: [
    'POST /admin/bulk-changes/{id}/undo',
    'admin',
    async (fixtures) => {
      const at = new Date();
      const undo_until = new Date(at.getTime() + 60_000);
      await setBulkState({ state: 'DONE', started_at: at, finished_at: at, undo_until })(fixtures);
      await db
        .updateTable('bulk_change_items')
        .set({ state: 'CHANGED' })
        .where('state', '=', 'PENDING')
        .where('bulk_change_id', '=', fixtures.bulkChange)
        .execute();
      return {};
    },
  ],
  // Only by the job.
  LOCATION_REPUBLISHED: null,
  LOCATION_IMPORTED: null,
  IMPORT_UPLOADED: ['POST /admin/imports', 'admin'],
  IMPORT_DISCARDED: ['DELETE /admin/imports/{id}', 'admin'],
  OWNER_TASK_ADDED: ['POST /locations/{id}/tasks', 'admin'],
  OWNER_TASK_CANCELLED: ['DELETE /locations/{id}/tasks/{taskId}', 'admin'],
  LOCATIONS_MERGED: [
    'POST /locations/{id}/merge',
    'admin',
    async ({ own, duplicate }) => {
      await db.deleteFrom('location_drafts').where('location_id', '=', own.location).execute();
      const getVersions = async (id: string) => {
        const { version } = await db
          .selectFrom('locations')
          .select('version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return { version, images_version: await getImagesVersion(db, id) };
      };
      const other = await getVersions(own.location);
      const others = { other_version: other.version, other_images_version: other.images_version };
      return { ...(await getVersions(duplicate)), ...others };
    },
  ],
  DUPLICATE_DISMISSED: ['POST /admin/duplicates/{a}/{b}/dismiss', 'admin'],
  DUPLICATE_RESTORED: [
    'POST /admin/duplicates/{a}/{b}/restore',
    'admin',
    async ({ own, duplicate }) => {
      const ids = { a: own.location, b: duplicate };
      await call(site, people, routes.get('POST /admin/duplicates/{a}/{b}/dismiss')!, 'admin', ids);
      return {};
    },
  ],
  SYNONYM_ADDED: ['POST /search-synonyms', 'admin'],
  SYNONYM_CHANGED: ['PUT /search-synonyms/{id}', 'admin'],
  SYNONYM_DELETED: ['DELETE /search-synonyms/{id}', 'admin', () => ({ version: 1 })],
  PINNED_RESULTS_SAVED: ['PUT /search-pins/{id}', 'admin'],
  PINNED_RESULTS_DELETED: ['DELETE /search-pins/{id}', 'admin', () => ({ version: 1 })],
  API_TOKEN_CREATED: ['POST /api-tokens', 'admin'],
  API_TOKEN_REVOKED: ['DELETE /api-tokens/{id}', 'admin'],
  OWNER_TASK_DONE: ['POST /locations/{id}/tasks/{taskId}/done', 'ownerA'],
};

async function perform(action: ApiCall | Photographs): Promise<{ by: string | undefined; since: number }> {
  // Their number is limited.
  await db.deleteFrom('imports').execute();
  await db.deleteFrom('look_books').execute();
  await db.deleteFrom('reason_templates').execute();
  const fixtures = await createFixtures(site, people);
  if ('photographs' in action) {
    const owner = await signInAs(site, people.ownerA);
    const since = await getLastId();
    await db.deleteFrom('uploads').where('id', '=', fixtures.own.upload).execute();
    for (let n = 0; n < action.photographs; n++)
      await sendFile(owner, fixtures.own.location, await photograph(900, 700 + n));
    onTestFinished(await startImageWorker(site, env));
    await waitForUploads(owner, fixtures.own.location);
    return { by: owner.person.id, since };
  }
  const [name, by, getChanges] = action;
  const changes = await getChanges?.(fixtures);
  const input = { ...(await INPUTS[name]?.(fixtures, by, people)), ...changes };
  const since = await getLastId();
  const { status, text } = await call(site, people, routes.get(name)!, by, input);
  if (status >= 300) throw new Error(`${name}: ${status} ${text}`);
  return { by: by === 'nobody' ? fixtures.user : people[by].id, since };
}

async function getLastId(): Promise<number> {
  const { id } = await db
    .selectFrom('audit_logs')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

const actions = Object.entries(WRITTEN_BY).flatMap(([type, action]) =>
  action ? [{ type: type as AuditType, action }] : [],
);

/** Entries of people without an account, who follow a link. */
const BY_LINK: ReadonlySet<AuditType> = new Set([
  'VIEWING_ANSWERED',
  'VIEWING_DISCLOSED',
  'CALL_OUT_ANSWERED',
  'WRAP_SURVEY_ANSWERED',
]);

test.each(actions)('writes $type once, with the user who acts', async ({ type, action }) => {
  const { by, since } = await perform(action);
  const entries = await db.selectFrom('audit_logs').select(['type', 'user_id']).where('id', '>', since).execute();
  // The callers log in first.
  const others = entries.filter((entry) => entry.type !== AUDIT_TYPES.LOGIN.number || type === 'LOGIN');
  expect(others).toEqual([{ type: AUDIT_TYPES[type].number, user_id: BY_LINK.has(type) ? null : by }]);
});
