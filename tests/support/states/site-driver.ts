import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as contacts from '../../../src/features/locations/contacts/contract.ts';
import { contactHandlers } from '../../../src/features/locations/contacts/router.server.ts';
import { addDocument as keepDocument, noteFile } from '../../../src/features/documents/commands.server.ts';
import { addDocument, deleteDocument } from '../../../src/features/documents/contract.ts';
import { documentBindings } from '../../../src/features/documents/router.server.ts';
import { addUploadedImages } from '../../../src/features/locations/images/upload.commands.server.ts';
import { listDocuments } from '../../../src/features/documents/queries.server.ts';
import { deleteLocation } from '../../../src/features/locations/deleting/contract.ts';
import { deletingHandlers } from '../../../src/features/locations/deleting/router.server.ts';
import * as images from '../../../src/features/locations/images/contract.ts';
import { imageHandlers } from '../../../src/features/locations/images/router.server.ts';
import { deleteUpload } from '../../../src/features/media/uploads/commands.server.ts';
import { changeOwner } from '../../../src/features/locations/ownership/contract.ts';
import { ownershipHandlers } from '../../../src/features/locations/ownership/router.server.ts';
import * as publishing from '../../../src/features/locations/publishing/contract.ts';
import { publishingHandlers } from '../../../src/features/locations/publishing/router.server.ts';
import { locationRecordById } from '../../../src/features/locations/record/contract.ts';
import { recordHandlers } from '../../../src/features/locations/record/router.server.ts';
import type { LocationRecord } from '../../../src/features/locations/record/schema.ts';
import * as registering from '../../../src/features/locations/submission/contract.ts';
import { submissionHandlers } from '../../../src/features/locations/submission/router.server.ts';
import type { Database } from '../../../src/platform/db/tables.ts';
import { type Api, isApiError } from '../../../src/platform/http/contract.ts';
import { authorise, inProcessCaller, jsonApi } from '../../../src/platform/http/route-handlers.ts';
import type { JobSender } from '../../../src/platform/jobs.ts';
import { publishEvent } from '../../../src/server/event-subscriptions.ts';
import { callContextOf } from '../call-context.ts';
import { locationDeps } from '../locations.ts';
import { type Person, addPerson } from '../people.ts';
import type { Action, Who } from './model.ts';

type Db = Kysely<Database>;

/** A location as the database has it. */
export interface Observed {
  readonly id: string;
  /** Which of the owners. */
  readonly owner: number;
  readonly status: string;
  readonly location_status: string;
  readonly version: number;
  readonly waiting: boolean;
  /** The published version as it lies there, with the names of its options. */
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

/** What was noted and told since the last look. */
export interface Notified {
  readonly audit: readonly number[];
  readonly notifications: readonly string[];
  readonly mails: readonly string[];
}

export type Answer = { readonly message: string | null } | { readonly refused: string; readonly because: string };

/** What is asked for is not done: the pictures of the test are rows only. */
const NO_WORK: JobSender = { enqueue: async () => {}, stop: async () => {} };

/** The product with two owners and two of the Locations Team, on whom the acts of a sequence are tried. */
export class SiteDriver {
  readonly #db: Db;
  readonly #owners: readonly Person[];
  readonly #team: readonly Person[];
  readonly #apis: ReadonlyMap<string, Api>;
  /** Ids of the locations that were created, in their order, also of those that were deleted. */
  readonly #ids: string[] = [];
  readonly #seen = new Map<string, Observed>();
  /** Records as the Locations Team last looked at them. */
  readonly #records = new Map<string, LocationRecord>();
  #marks = { audit: 0, notifications: 0 };

  constructor(db: Db, owners: readonly Person[], team: readonly Person[]) {
    this.#db = db;
    this.#owners = owners;
    this.#team = team;
    const deps = { ...locationDeps(publishEvent), db, jobs: NO_WORK, now: () => new Date(), listDocuments };
    const handlers = [
      ...submissionHandlers(deps),
      ...imageHandlers(deps),
      ...contactHandlers(db),
      ...publishingHandlers(deps),
      ...deletingHandlers(deps),
      ...recordHandlers(deps),
      ...ownershipHandlers(deps),
      ...documentBindings({ ...deps, storage: { open: async () => null } }),
    ];
    this.#apis = new Map(
      [...owners, ...team].map((person) => [person.id, jsonApi(inProcessCaller(handlers, callContextOf(person)))]),
    );
  }

  static async open(db: Db): Promise<SiteDriver> {
    const people = (role: 'OWNER' | 'ADMIN') => Promise.all([addPerson(db, role), addPerson(db, role)]);
    const stage = new SiteDriver(db, await people('OWNER'), await people('ADMIN'));
    await stage.look();
    return stage;
  }

  /** Tries an act; `owner` is who holds the location that it is about. */
  async perform(act: Action, owner: 0 | 1): Promise<Answer> {
    try {
      return { message: (await this.#act(act, owner)) ?? null };
    } catch (error) {
      if (!isApiError(error)) throw error;
      return { refused: error.errorType, because: error.message };
    }
  }

  async #act(act: Action, owner: 0 | 1): Promise<string | null | undefined> {
    if (act.act === 'create') {
      const id = randomUUID();
      await this.#as(this.#owners[act.by]!)(registering.createLocation, { id, draftVersion: 0, ...act.fields });
      this.#ids.push(id);
      return null;
    }
    const id = this.#ids[act.place]!;
    if (act.act === 'finish images' || act.act === 'fail an image') return this.#work(id, act.act);
    const person = this.#person(act.who, owner);
    const api = this.#as(person);
    const seen = this.#seen.get(id);
    switch (act.act) {
      case 'save': {
        const { fields, stale, submits } = act.save;
        const version = (seen?.version ?? 1) - (stale ? 1 : 0);
        return (await api(registering.saveLocation, { id, version, isSubmitting: submits, ...fields })).message;
      }
      case 'add image':
        return this.#addImage(person, id);
      case 'delete image':
        return void (await api(images.deleteImage, { id, imageId: seen?.images[act.image]?.id ?? randomUUID() }));
      case 'make primary':
      case 'describe': {
        const { id: imageId, version } = seen?.images[act.image] ?? { id: randomUUID(), version: 1 };
        const change = act.act === 'describe' ? { alt: act.alt, version } : { primary: true as const };
        return void (await api(images.changeImage, { id, imageId, ...change }));
      }
      case 'add contact':
        return void (await api(contacts.addContact, { id, ...CONTACT }));
      case 'change contact': {
        const { id: contactId, version } = seen?.contacts[act.contact] ?? { id: randomUUID(), version: 1 };
        return void (await api(contacts.changeContact, { id, contactId, version, ...CONTACT }));
      }
      case 'delete contact':
        return void (await api(contacts.deleteContact, {
          id,
          contactId: seen?.contacts[act.contact]?.id ?? randomUUID(),
        }));
      case 'look':
        this.#records.set(id, await api(locationRecordById, { id }));
        return null;
      case 'publish':
        return (await api(publishing.publish, { id, ...(act.asSeen && this.#sight(id)) })).message;
      case 'unpublish':
        return (await api(publishing.unpublish, { id })).message;
      case 'move back':
        return (
          await api(publishing.updateStatus, {
            ...{ id, status: 'DRAFT' },
            ...(act.asSeen && { submitted_at: this.#records.get(id)?.submitted_at ?? undefined }),
          })
        ).message;
      case 'delete':
        return (await api(deleteLocation, { id, ...(act.asSeen && this.#sight(id)) })).message;
      case 'change owner':
        return (await api(changeOwner, { id, userId: this.#owners[act.to]!.id })).message;
      case 'add document':
        return this.#addDocument(person, id);
      case 'delete document':
        return (await api(deleteDocument, { id, documentId: seen?.documents[act.document] ?? randomUUID() })).message;
    }
  }

  #sight(id: string): Partial<Pick<LocationRecord, 'version' | 'images_version'>> {
    const record = this.#records.get(id);
    return record ? { version: record.version, images_version: record.images_version } : {};
  }

  #as(person: Person): Api {
    return this.#apis.get(person.id)!;
  }

  #person(who: Who, owner: 0 | 1): Person {
    if (who === 'admin' || who === 'colleague') return this.#team[who === 'admin' ? 0 : 1]!;
    return this.#owners[who === 'owner' ? owner : 1 - owner]!;
  }

  /** As the worker does once every byte has arrived and was looked at; the picture exists as a row only. */
  async #addImage(person: Person, id: string): Promise<null> {
    const upload = await this.#as(person)(images.beginUpload, { id, name: 'mill.jpg', bytes: 9 });
    const picture = {
      sha256: createHash('sha256').update(upload.id).digest('hex'),
      contentType: 'image/jpeg' as const,
      ...{ bytes: 9, width: 2400, height: 1600, placeholder: '', cameraPosition: null },
      ...{ content: new Uint8Array(), miniature: new Uint8Array() },
    };
    const act = { userId: person.id, at: new Date() };
    await this.#db
      .updateTable('uploads')
      .set({ state: 'CHECKING', received: upload.bytes })
      .where('id', '=', upload.id)
      .execute();
    await this.#db.transaction().execute(async (trx) => {
      await addUploadedImages(trx, NO_WORK, act, id, [{ uploadId: upload.id, name: upload.name, picture }]);
      await deleteUpload(trx, { id: upload.id, locationId: id });
    });
    return null;
  }

  /** As it is once its file is in the storage. */
  async #addDocument(actor: Person, locationId: string): Promise<null> {
    authorise(addDocument, actor);
    const [id, at] = [randomUUID(), new Date()];
    await this.#db.transaction().execute(async (trx) => {
      await noteFile(trx, { id, at });
      await keepDocument(trx, { actor, at }, { id, locationId, name: 'Risk assessment', bytes: 9 });
    });
    return null;
  }

  async #work(id: string, what: 'finish images' | 'fail an image'): Promise<null> {
    const state = what === 'finish images' ? 'READY' : 'FAILED';
    await sql`
      update pictures set state = ${state} where sha256 in (
        select sha256 from images join pictures using (sha256) where location_id = ${id} and state = 'PROCESSING'
        order by position limit ${what === 'finish images' ? null : 1})`.execute(this.#db);
    return null;
  }

  /** The locations that were created, undefined for those that are not there any more, and what has been told meanwhile. */
  async look(): Promise<{ places: readonly (Observed | undefined)[]; told: Notified }> {
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
    this.#seen.clear();
    for (const row of rows) this.#seen.set(row.id, row);
    return { places: this.#ids.map((id) => this.#seen.get(id)), told: await this.#told() };
  }

  async #told(): Promise<Notified> {
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
    const { marks, ...told } = rows[0]!;
    this.#marks = {
      audit: marks.audit ?? this.#marks.audit,
      notifications: marks.notifications ?? this.#marks.notifications,
    };
    return told;
  }
}

const CONTACT = { firstname: 'Mairi', lastname: 'Rae', telephone: '0131 496 0142' };
