import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Route, fillPath } from '../../src/platform/http/contract.ts';
import { toDay } from '../../src/platform/text/days.ts';
import { addCompany, addCompanyPerson } from './companies.ts';
import { addBulkChange } from './bulk-changes.ts';
import { addEnquiry } from './enquiries.ts';
import { addProduction } from './productions.ts';
import { addImport } from './imports.ts';
import { addLocation, addOption } from './locations.ts';
import { type SignedIn, addPerson } from './people.ts';
import type { Site } from './site.ts';

/** Texts that programs read differently unless they are quoted and escaped. */
export const DIFFICULT_TEXTS = [
  'Pier\nSlipway',
  'Pier\rSlipway',
  'Pier\r\nSlipway',
  'Pier\n',
  '"Old" pier',
  'Pier "old"',
  'Pier, slipway',
  'Pier; slipway',
  'Pier\tslipway',
  '=1+1',
  '+44 131',
  '-2',
  '@sum',
] as const;

/** Returns a difficult text as the cell of a file, in which a formula begins with an apostrophe. */
export function toCell(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

/** The difficult texts in a list that can be exported. */
interface Export {
  readonly input?: object;
  /** The column of the texts. */
  readonly heading: string;
  /** Returns the cell of a text; the text alone unless it is given. */
  readonly write?: (text: string) => string;
}

/** Adds the difficult texts to every list that can be exported. Returns the exports by route. */
export async function addExports({ db }: Site, { person: admin }: SignedIn): Promise<Record<string, Export>> {
  const owner = await addPerson(db, 'OWNER');
  const scout = await addPerson(db, 'SCOUT');
  const { id: board_id } = await db
    .insertInto('boards')
    .values({ user_id: admin.id, title: 'Piers' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const locations: string[] = [];
  for (const [position, text] of DIFFICULT_TEXTS.entries()) {
    const { id: user_id } = await addPerson(db, 'SCOUT', { first_name: 'Ada', last_name: text });
    await db.insertInto('notifications').values({ type: 'SCOUT_REGISTERED', user_id }).execute();
    await db.insertInto('audit_logs').values({ type: 1, user_id }).execute();
    await addEnquiry(db, { name: text });
    await addCompany(db, { name: text });
    await addCompanyPerson(db, { name: text });
    await db.insertInto('boards').values({ user_id: scout.id, title: text }).execute();
    const location_id = await addLocation(db, { title: text, owner_id: owner.id });
    locations.push(location_id);
    await db.insertInto('board_locations').values({ board_id, location_id, position, note: text }).execute();
    await addOption(db, 'setting', text);
    const content = JSON.stringify({ title: text });
    await db
      .insertInto('content_drafts')
      .values({ name: `pier-${position}`, content })
      .execute();
    const mail = { kind: 'enquiry', recipient: 'isla@crew.example', subject: 'Piers', text: '-', html: '-' };
    await db
      .insertInto('outbox')
      .values({ ...mail, attempts: 15, last_error: text, failed_at: new Date() })
      .execute();
    await sql`
      insert into pgboss.job (name, state, completed_on, output)
      values ('renditions', 'failed', now(), ${JSON.stringify({ value: text })}::jsonb)`.execute(db);
    const production_id = await addProduction(db, {}, { title: text });
    await db
      .insertInto('production_locations')
      .values({ production_id, title: text, state: 'AGREED', used_from: '2999-05-04', added_at: new Date() })
      .execute();
    // The film office names a group of the impact of this year.
    await addProduction(
      db,
      {},
      { office_id: await addOption(db, 'filmoffice', text), stage: 'SHOOTING', shoot_from: toDay(Date.now()) },
    );
    await db
      .insertInto('empty_searches')
      .values({ day: new Date().toISOString().slice(0, 10), query: text, searches: 2 })
      .execute();
  }
  const target = { userId: admin.id, locationId: locations[0]! };
  const bulkChange = await addBulkChange(db, target);
  const imported = await addImport(db, target);
  await db
    .insertInto('bulk_change_items')
    .values(
      DIFFICULT_TEXTS.map((title, index) => ({
        bulk_change_id: bulkChange,
        title,
        version: 1,
        position: 10 + index,
        location_id: randomUUID(),
        state: 'PENDING' as const,
      })),
    )
    .execute();
  await db
    .insertInto('import_rows')
    .values(
      DIFFICULT_TEXTS.map((title, index) => ({
        import_id: imported,
        cells: ['x'],
        title,
        position: 10 + index,
        line: 10 + index,
        location_id: randomUUID(),
        result: 'REFUSED' as const,
        problems: [title],
      })),
    )
    .execute();
  // The other lines of an error are the stack.
  const toFirstLine = (text: string) => text.split('\n', 1)[0]!;
  const byName = (text: string) => `Ada ${text}`;
  return {
    'GET /users/export': { heading: 'Last Name' },
    'GET /users/{id}/boards/export': { input: { id: scout.id }, heading: 'Title' },
    'GET /users/{id}/locations/export': { input: { id: owner.id }, heading: 'Title' },
    'GET /boards/{id}/export': { input: { id: board_id }, heading: 'Note' },
    'GET /audit-logs/export': { heading: 'User', write: byName },
    'GET /notifications/export': { heading: 'By', write: byName },
    'GET /enquiries/export': { heading: 'Name' },
    'GET /companies/export': { heading: 'Name' },
    'GET /people/export': { heading: 'Name' },
    'GET /productions/export': { heading: 'Title' },
    'GET /productions/diary/export': { heading: 'Location' },
    'GET /impact/export': { heading: 'Group' },
    'POST /admin/locations/export': { heading: 'Title' },
    'POST /admin/locations/export-selection': { input: { selection: { ids: locations } }, heading: 'Title' },
    'GET /admin/bulk-changes/{id}/export': { input: { id: bulkChange }, heading: 'Title' },
    'GET /admin/imports/{id}/export': { input: { id: imported }, heading: 'Title' },
    'GET /options/export': { heading: 'Name' },
    'GET /content/export': { heading: 'Page' },
    'GET /operations/mails/export': { heading: 'Error' },
    'GET /operations/jobs/export': { heading: 'Error', write: toFirstLine },
    'GET /overview/{name}/export': { input: { name: 'empty-searches' }, heading: 'Searched for' },
  };
}

/** Whether a route returns the texts of users as CSV. Boards of guests are written as those of their owners are. */
export function isCsvExport({ path, access }: Route): boolean {
  return /\/export(-selection)?$/.test(path) && access !== 'public';
}

/** Exports a list. Returns the CSV file. */
export async function exportCsv({ fetch }: SignedIn, name: string, { input = {} }: Export): Promise<string> {
  const [method = '', pattern = ''] = name.split(' ');
  const { path, rest } = fillPath(pattern, { ...input });
  const response = await (method === 'GET'
    ? fetch(`/api${path}`)
    : fetch(`/api${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rest),
      }));
  expect(response.status).toBe(200);
  return response.text();
}
