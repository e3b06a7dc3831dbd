import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { getDocumentKey } from '../../src/features/documents/files.server.ts';
import type { LocationDraft } from '../../src/features/locations/working-copy/schema.ts';
import { recordRevision } from '../../src/features/locations/working-copy/revisions.commands.server.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { addCompany } from '../support/companies.ts';
import { addProduction } from '../support/productions.ts';
import { addUnavailableDates } from '../support/availability.ts';
import { SAMPLE_OPTIONS, addFact, addImage, addLocation } from '../support/locations.ts';
import type { Site } from '../support/site.ts';
import { wordDocument } from '../support/word-documents.ts';
import type { People } from './people.ts';

type Typed = Pick<LocationDraft, 'fields' | 'base_values'>;

/** A complete, unpublished location of the first owner with a draft, a contact, an image, an upload and a document. */
export interface OwnLocationFixtures {
  readonly location: string;
  readonly version: number;
  /** Number of a revision, whose content is not the present one. */
  readonly revision: number;
  readonly draftVersion: number;
  readonly contact: string;
  /** Dates on which it cannot be filmed at. */
  readonly unavailableDates: string;
  readonly image: string;
  readonly upload: string;
  readonly document: string;
  /** The task for its owner. */
  readonly task: string;
  /** Version of the same owner's draft of a new location. */
  readonly newDraftVersion: number;
}

/** Canaries to store in them. */
export interface OwnLocationMarks {
  readonly location?: Partial<Insertable<Database['locations']>>;
  /** A production fact for the Locations Team. */
  readonly internalFact?: string;
  readonly draft?: Typed;
  readonly newDraft?: Typed;
  readonly contact?: Partial<Insertable<Database['contacts']>>;
  readonly unavailableDates?: Partial<Insertable<Database['availability_entries']>>;
  readonly image?: Partial<Insertable<Database['images']>>;
  readonly upload?: Partial<Insertable<Database['uploads']>>;
  /** The reasons and tasks of the Locations Team for the owner. */
  readonly review?: Partial<Insertable<Database['location_reviews']>>;
  readonly task?: string;
  /** A production under embargo that has agreed on it, with the name of its company. */
  readonly production?: { readonly title: string; readonly code_name: string; readonly company: string };
  /** Its name, and the name of a part of its file. */
  readonly document?: { readonly name?: string; readonly part?: string };
}

/** Adds a document uploaded by the Locations Team. */
async function addDocument(
  { db, storage }: Site,
  { admin }: People,
  location_id: string,
  { name = 'Risk assessment', part = 'styles' }: NonNullable<OwnLocationMarks['document']> = {},
): Promise<string> {
  const [id, content] = [
    randomUUID(),
    wordDocument('How to reach the mill', { name: `word/${part}.xml`, content: '' }),
  ];
  await storage.put(getDocumentKey(id), content);
  const values = { id, location_id, name, bytes: content.length, uploaded_by: admin.id };
  await db.insertInto('documents').values(values).execute();
  return id;
}

/** Creates new fixtures. Drafts of new locations are deleted, except for one of the first owner. */
export async function addOwnLocation(
  site: Site,
  people: People,
  marks: OwnLocationMarks,
): Promise<OwnLocationFixtures> {
  const { db } = site;
  const { ownerA } = people;
  const location = await addLocation(db, {
    title: 'Weir mill',
    owner_id: ownerA.id,
    address1: '1 Weir Road',
    postcode: 'FK8 1AA',
    telephone1: '01786 496 0142',
    email: 'fraser@weir-mill.example',
    nearesttown: 'Stirling',
    ownername: 'Fraser Campbell',
    description: 'A mill on the river.',
    map_precision: 'area',
    latitude: 56.1234567,
    longitude: -3.9876543,
    options: SAMPLE_OPTIONS,
    ...marks.location,
  });
  if (marks.internalFact !== undefined) await addFact(db, location, 'neighbours', marks.internalFact);
  const image = await addImage(db, location, { is_primary: true, ...marks.image });
  const revision = await db.transaction().execute((trx) =>
    recordRevision(trx, location, {
      action: 'CREATED',
      origin: 'WIZARD',
      authorId: ownerA.id,
      at: new Date(),
    }),
  );
  await db.updateTable('images').set({ caption: 'The weir' }).where('id', '=', image).execute();
  const contact = await db
    .insertInto('contacts')
    .values({
      location_id: location,
      firstname: 'Ailsa',
      lastname: 'Grant',
      email: 'ailsa@weir-mill.example',
      ...marks.contact,
      is_primary: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The number of concurrent uploads per account is limited.
  await db.deleteFrom('uploads').where('user_id', '=', ownerA.id).execute();
  const upload = await db
    .insertInto('uploads')
    .values({ location_id: location, user_id: ownerA.id, name: 'weir.jpg', bytes: 1000, ...marks.upload })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('location_drafts').where('location_id', 'is', null).execute();
  const draft = async (
    location_id: string | null,
    typed: Typed = { fields: { description: 'Half' }, base_values: {} },
  ) => {
    const content = { fields: JSON.stringify(typed.fields), base_values: JSON.stringify(typed.base_values) };
    const values = { owner_id: ownerA.id, location_id, ...content };
    return db.insertInto('location_drafts').values(values).returning('version').executeTakeFirstOrThrow();
  };
  const at = new Date();
  await db
    .insertInto('location_reviews')
    .values({
      location_id: location,
      submitted_at: at,
      decided_at: at,
      decision: 'RETURNED',
      is_open: true,
      ...marks.review,
    })
    .execute();
  const task = await db
    .insertInto('owner_tasks')
    .values({ location_id: location, step: 'images', text: marks.task ?? 'The rear', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (marks.production) {
    const { company, ...names } = marks.production;
    const company_id = await addCompany(db, { name: company });
    await addProduction(db, { location, state: 'AGREED' }, { ...names, company_id, embargoed: true, office_id: null });
  }
  return {
    location,
    version: 1,
    revision: revision!,
    task: task.id,
    draftVersion: (await draft(location, marks.draft)).version,
    contact: contact.id,
    unavailableDates: await addUnavailableDates(db, location, { note: 'Lambing', ...marks.unavailableDates }),
    image,
    upload: upload.id,
    document: await addDocument(site, people, location, marks.document),
    newDraftVersion: (await draft(null, marks.newDraft)).version,
  };
}
