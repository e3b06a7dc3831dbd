import { featureHandlers, testServices } from '../services.ts';
import { locationFeature } from '../../../src/features/locations/feature.ts';
import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as contacts from '../../../src/features/locations/editing/contacts/contract.ts';
import { addDocument as insertDocument, recordFile } from '../../../src/features/documents/commands.server.ts';
import { addDocument, deleteDocument } from '../../../src/features/documents/contract.ts';
import { documentFeature } from '../../../src/features/documents/feature.ts';
import { addUploadedImages } from '../../../src/features/locations/editing/images/image-uploads.commands.server.ts';
import { listDocuments } from '../../../src/features/documents/queries.server.ts';
import { deleteLocation } from '../../../src/features/locations/deleting/contract.ts';
import * as images from '../../../src/features/locations/editing/images/contract.ts';
import { deleteUpload } from '../../../src/features/media/uploads/commands.server.ts';
import { changeOwner } from '../../../src/features/locations/ownership/contract.ts';
import * as publishing from '../../../src/features/locations/publishing/contract.ts';
import { locationRecordById } from '../../../src/features/locations/admin-record/contract.ts';
import type { LocationRecord } from '../../../src/features/locations/admin-record/schema.ts';
import * as registering from '../../../src/features/locations/editing/contract.ts';
import type { Database } from '../../../src/platform/db/tables.ts';
import { type Api, isApiError } from '../../../src/platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../src/platform/http/route-handlers.ts';
import { authorise } from '../../../src/platform/http/route-permission.ts';
import type { JobSender } from '../../../src/platform/jobs/job-queue.ts';
import { publishEvent } from '../../../src/server/event-subscriptions.ts';
import { createCallContext } from '../call-context.ts';
import { locationDeps } from '../locations.ts';
import { type Person, addPerson } from '../people.ts';
import type { Action, Who } from './model.ts';

type Db = Kysely<Database>;

/** A location as the database has it. */
export interface Observed {
  readonly id: string;
  /** Index of the owner. */
  readonly owner: number;
  readonly status: string;
  readonly location_status: string;
  readonly version: number;
  readonly waiting: boolean;
  /** The row of the published version, with the names of its options. */
  readonly online: Online | null;
  readonly images: readonly { id: string; version: number; primary: boolean; state: string; alt: string | null }[];
  readonly contacts: readonly { id: string; version: number; primary: boolean }[];
  readonly documents: readonly string[];
}

interface Online {
  readonly [column: string]: unknown;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly options: readonly string[];
  readonly details: {
    readonly map_precision: string;
    readonly attribution: string | null;
    readonly address: readonly string[];
    readonly images: readonly { readonly id: string; readonly alt: string }[];
  };
}

/** Audit log entries, notifications and emails since the last look. */
export interface Notified {
  readonly audit: readonly number[];
  readonly notifications: readonly string[];
  readonly mails: readonly string[];
}

export type ActionResult =
  | { readonly message: string | null }
  | { readonly errorType: string; readonly reason: string };

/** Ignores jobs, because the pictures of the test are rows without files. */
const NO_JOBS: JobSender = { enqueue: async () => {}, stop: async () => {} };

/** Performs actions on the product, with two owners and two members of the Locations Team. */
export class SiteDriver {
  readonly #db: Db;
  readonly #owners: readonly Person[];
  readonly #team: readonly Person[];
  readonly #apis: ReadonlyMap<string, Api>;
  /** Ids of the created locations in order, including deleted ones. */
  readonly #ids: string[] = [];
  readonly #observed = new Map<string, Observed>();
  /** Records as the Locations Team last loaded them. */
  readonly #records = new Map<string, LocationRecord>();
  #marks = { audit: 0, notifications: 0 };

  constructor(db: Db, owners: readonly Person[], team: readonly Person[]) {
    this.#db = db;
    this.#owners = owners;
    this.#team = team;
    const deps = { ...locationDeps(publishEvent), db, jobs: NO_JOBS, now: () => new Date(), listDocuments };
    const handlers = [
      ...featureHandlers(locationFeature, testServices(db, deps)),
      ...featureHandlers(documentFeature, testServices(db, { now: deps.now })),
    ];
    this.#apis = new Map(
      [...owners, ...team].map((person) => [
        person.id,
        createJsonApi(createInProcessCaller(handlers, createCallContext(person))),
      ]),
    );
  }

  static async open(db: Db): Promise<SiteDriver> {
    const people = (role: 'OWNER' | 'ADMIN') => Promise.all([addPerson(db, role), addPerson(db, role)]);
    const driver = new SiteDriver(db, await people('OWNER'), await people('ADMIN'));
    await driver.look();
    return driver;
  }

  /** Performs an action. @param owner index of the owner of its location */
  async perform(action: Action, owner: 0 | 1): Promise<ActionResult> {
    try {
      return { message: (await this.#perform(action, owner)) ?? null };
    } catch (error) {
      if (!isApiError(error)) throw error;
      return { errorType: error.errorType, reason: error.message };
    }
  }

  async #perform(action: Action, owner: 0 | 1): Promise<string | null | undefined> {
    if (action.kind === 'create') {
      const id = randomUUID();
      await this.#getApi(this.#owners[action.by]!)(registering.createLocation, {
        id,
        draftVersion: 0,
        ...action.fields,
      });
      this.#ids.push(id);
      return null;
    }
    const id = this.#ids[action.place]!;
    if (action.kind === 'finish images' || action.kind === 'fail an image') return this.#processImages(id, action.kind);
    const person = this.#getPerson(action.who, owner);
    const api = this.#getApi(person);
    const observed = this.#observed.get(id);
    switch (action.kind) {
      case 'save': {
        const { fields, stale, submits } = action.save;
        const version = (observed?.version ?? 1) - (stale ? 1 : 0);
        return (await api(registering.saveLocation, { id, version, isSubmitting: submits, ...fields })).message;
      }
      case 'add image':
        return this.#addImage(person, id);
      case 'delete image':
        return void (await api(images.deleteImage, {
          id,
          imageId: observed?.images[action.image]?.id ?? randomUUID(),
        }));
      case 'make primary':
      case 'describe': {
        const { id: imageId, version } = observed?.images[action.image] ?? { id: randomUUID(), version: 1 };
        const change = action.kind === 'describe' ? { alt: action.alt, version } : { primary: true as const };
        return void (await api(images.changeImage, { id, imageId, ...change }));
      }
      case 'add contact':
        return void (await api(contacts.addContact, { id, ...CONTACT }));
      case 'change contact': {
        const { id: contactId, version } = observed?.contacts[action.contact] ?? { id: randomUUID(), version: 1 };
        return void (await api(contacts.changeContact, { id, contactId, version, ...CONTACT }));
      }
      case 'delete contact':
        return void (await api(contacts.deleteContact, {
          id,
          contactId: observed?.contacts[action.contact]?.id ?? randomUUID(),
        }));
      case 'look':
        this.#records.set(id, await api(locationRecordById, { id }));
        return null;
      case 'publish':
        return (await api(publishing.publish, { id, ...(action.expectsVersion && this.#getReadVersions(id)) })).message;
      case 'unpublish':
        return (await api(publishing.unpublish, { id })).message;
      case 'move back':
        return (
          await api(publishing.updateStatus, {
            id,
            status: 'DRAFT',
            ...(action.expectsVersion && { submitted_at: this.#records.get(id)?.submitted_at ?? undefined }),
          })
        ).message;
      case 'delete':
        return (await api(deleteLocation, { id, ...(action.expectsVersion && this.#getReadVersions(id)) })).message;
      case 'change owner':
        return (await api(changeOwner, { id, userId: this.#owners[action.to]!.id })).message;
      case 'add document':
        return this.#addDocument(person, id);
      case 'delete document':
        return (await api(deleteDocument, { id, documentId: observed?.documents[action.document] ?? randomUUID() }))
          .message;
    }
  }

  #getReadVersions(id: string): Partial<Pick<LocationRecord, 'version' | 'images_version'>> {
    const record = this.#records.get(id);
    return record ? { version: record.version, images_version: record.images_version } : {};
  }

  #getApi(person: Person): Api {
    return this.#apis.get(person.id)!;
  }

  #getPerson(who: Who, owner: 0 | 1): Person {
    if (who === 'admin' || who === 'colleague') return this.#team[who === 'admin' ? 0 : 1]!;
    return this.#owners[who === 'owner' ? owner : 1 - owner]!;
  }

  /** Adds an image as the worker does after a complete upload. Its picture is a row without a file. */
  async #addImage(person: Person, id: string): Promise<null> {
    const upload = await this.#getApi(person)(images.beginUpload, { id, name: 'mill.jpg', bytes: 9 });
    const picture = {
      sha256: createHash('sha256').update(upload.id).digest('hex'),
      contentType: 'image/jpeg' as const,
      bytes: 9,
      width: 2400,
      height: 1600,
      placeholder: '',
      perceptualHash: '0'.repeat(16),
      cameraPosition: null,
      texts: { caption: null, credit: null },
      content: new Uint8Array(),
      thumbnail: new Uint8Array(),
    };
    const context = { userId: person.id, at: new Date() };
    await this.#db
      .updateTable('uploads')
      .set({ state: 'CHECKING', received: upload.bytes })
      .where('id', '=', upload.id)
      .execute();
    await this.#db.transaction().execute(async (trx) => {
      const received = { uploadId: upload.id, chosenAt: context.at, name: upload.name, picture };
      await addUploadedImages(trx, NO_JOBS, context, id, [received]);
      await deleteUpload(trx, { id: upload.id, locationId: id });
    });
    return null;
  }

  /** Adds a document as after storing its file. */
  async #addDocument(actor: Person, locationId: string): Promise<null> {
    authorise(addDocument, actor);
    const [id, at] = [randomUUID(), new Date()];
    await this.#db.transaction().execute(async (trx) => {
      await recordFile(trx, { id, at });
      await insertDocument({ trx, actor, at }, { id, locationId, name: 'Risk assessment', bytes: 9 });
    });
    return null;
  }

  async #processImages(id: string, what: 'finish images' | 'fail an image'): Promise<null> {
    const state = what === 'finish images' ? 'READY' : 'FAILED';
    await sql`
      update pictures set state = ${state} where sha256 in (
        select sha256 from images join pictures using (sha256) where location_id = ${id} and state = 'PROCESSING'
        order by position limit ${what === 'finish images' ? null : 1})`.execute(this.#db);
    return null;
  }

  /** Returns the created locations (undefined for deleted ones) and what has been notified since the last look. */
  async look(): Promise<{ places: readonly (Observed | undefined)[]; notified: Notified }> {
    const { rows } = await sql<Observed>`
      select l.id, array_position(${this.#owners.map(({ id }) => id)}::uuid[], l.owner_id) - 1 as owner, l.status, l.location_status, l.version, l.submitted_at is not null as waiting,
        (select to_jsonb(p) || jsonb_build_object('options', (select jsonb_agg(name) from options where id = any(p.option_ids)))
         from published_locations p where p.id = l.id) as online,
        (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'version', i.version, 'primary', i.is_primary,
           'state', p.state, 'alt', i.alt) order by i.position, i.id), '[]')
         from images i join pictures p using (sha256) where i.location_id = l.id) as images,
        (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'version', c.version, 'primary', c.is_primary)
           order by c.created_at, c.id), '[]') from contacts c where c.location_id = l.id) as contacts,
        (select coalesce(jsonb_agg(d.id order by d.created_at, d.id), '[]') from documents d where d.location_id = l.id) as documents
      from locations l where l.owner_id = any(${this.#owners.map(({ id }) => id)}::uuid[])`.execute(this.#db);
    this.#observed.clear();
    for (const row of rows) this.#observed.set(row.id, row);
    return { places: this.#ids.map((id) => this.#observed.get(id)), notified: await this.#listNotified() };
  }

  async #listNotified(): Promise<Notified> {
    const people = [...this.#owners, ...this.#team];
    const ids = people.map(({ id }) => id);
    const emails = people.map(({ email }) => email);
    const { rows } = await sql<Notified & { marks: { audit: number; notifications: number } }>`
      with mail as (delete from outbox where recipient = any(${emails}::text[]) or reply_to = any(${emails}::text[]) returning kind),
        entry as (select id, type from audit_logs where user_id = any(${ids}::uuid[]) and id > ${this.#marks.audit}),
        news as (select id, type from notifications where user_id = any(${ids}::uuid[]) and id > ${this.#marks.notifications})
      select (select coalesce(jsonb_agg(kind order by kind), '[]') from mail) as mails,
        (select coalesce(jsonb_agg(type order by id), '[]') from entry) as audit,
        (select coalesce(jsonb_agg(type order by id), '[]') from news) as notifications,
        jsonb_build_object('audit', (select max(id) from entry), 'notifications', (select max(id) from news)) as marks`.execute(
      this.#db,
    );
    const { marks, ...notified } = rows[0]!;
    this.#marks = {
      audit: marks.audit ?? this.#marks.audit,
      notifications: marks.notifications ?? this.#marks.notifications,
    };
    return notified;
  }
}

const CONTACT = { firstname: 'Mairi', lastname: 'Rae', telephone: '0131 496 0142' };
