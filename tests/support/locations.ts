import { createHash, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { LocationDeps } from '../../src/features/locations/mails/commands.server.ts';
import type { LocationEvent } from '../../src/features/locations/events.ts';
import { FACET_FIELDS, type FacetField } from '../../src/features/locations/catalogue/schema.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { PublishEvent } from '../../src/platform/db/transaction-events.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';

/** A location to add: any columns, and its options by name. */
type LocationRow = Partial<Insertable<Database['locations']>> & {
  readonly options?: Readonly<Partial<Record<FacetField, readonly string[]>>>;
};

/** Adds a working copy with these options. Returns its id. */
export async function addLocation(db: Db, { options = {}, ...columns }: LocationRow = {}): Promise<string> {
  const id = columns.id ?? randomUUID();
  const title = columns.title ?? 'Old mill';
  await db
    .insertInto('locations')
    .values({ title, locationurl: `place-${id}`, ...columns, id })
    .execute();
  for (const field of FACET_FIELDS) {
    for (const name of options[field] ?? []) {
      const option_id = await addOption(db, field, name);
      await db.insertInto('location_options').values({ location_id: id, option_id, field }).execute();
    }
  }
  return id;
}

/** Adds a production fact that the team has stated. */
export async function addFact(db: Db, location_id: string, fact: string, value: unknown): Promise<void> {
  const row = { location_id, fact, value: JSON.stringify(value), source: 'TEAM', stated_on: '2026-03-03' } as const;
  await db.insertInto('location_facts').values(row).execute();
}

/** Adds an option at the end of its list, unless it exists. Returns its id. */
export async function addOption(db: Db, field: FacetField, name: string): Promise<number> {
  const existing = await db
    .selectFrom('options')
    .select('id')
    .where('field', '=', field)
    .where('name', '=', name)
    .executeTakeFirst();
  if (existing) return existing.id;
  const { count } = await db
    .selectFrom('options')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('field', '=', field)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('options')
    .values({ field, name, position: count })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** One option of every field, as publishing requires. */
export const SAMPLE_OPTIONS: Readonly<Record<FacetField, readonly string[]>> = {
  category: ['Mill or factory'],
  setting: ['Riverside'],
  century: ['19th'],
  condition: ['Good'],
  ownershiptype: ['Private'],
  localauthority: ['Stirling'],
  filmoffice: ['Stirling film liaison'],
};

/** Adds an image with a row for its picture, but no file in the storage. Returns its id. */
export async function addImage(
  db: Db,
  locationId: string,
  image: Partial<Insertable<Database['images']>> & Partial<Insertable<Database['pictures']>> = {},
): Promise<string> {
  const {
    state = 'READY',
    placeholder = null,
    perceptual_hash = null,
    width = 2400,
    height = 1600,
    ...columns
  } = image;
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
  const picture = { sha256, content_type: 'image/jpeg' as const, bytes: 1, width, height, placeholder, state };
  await db
    .insertInto('pictures')
    .values({ ...picture, perceptual_hash })
    .execute();
  const { id } = await db
    .insertInto('images')
    .values({ position: 0, ...columns, location_id: locationId, sha256 } as Insertable<Database['images']>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Dependencies of location commands. Their emails are queued in the outbox and not sent. */
export function locationDeps(
  publishEvent: PublishEvent<LocationEvent> = recordEvents<LocationEvent>().publishEvent,
): LocationDeps {
  const { site } = readConfig({});
  return { site, siteUrl: 'https://recce.example', queueMail: createOutbox({ enqueue: async () => {} }), publishEvent };
}

/** Records events without handling them. */
export function recordEvents<Event>(): { readonly events: Event[]; readonly publishEvent: PublishEvent<Event> } {
  const events: Event[] = [];
  return { events, publishEvent: async (_, event) => void events.push(event) };
}

/** Deletes all locations, pictures and options between tests. The audit log cannot be deleted. */
export async function clearCatalogue(db: Db): Promise<void> {
  await db.deleteFrom('locations').execute();
  await db.deleteFrom('pictures').execute();
  await db.deleteFrom('options').execute();
}
