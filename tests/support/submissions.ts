import { featureHandlers, testServices } from './services.ts';
import { locationFeature } from '../../src/features/locations/feature.ts';
import { randomUUID } from 'node:crypto';
import { listDocuments } from '../../src/features/documents/queries.server.ts';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import { createLocation, ownLocationById, saveLocation } from '../../src/features/locations/editing/contract.ts';
import type { TypedFields } from '../../src/features/locations/working-copy/schema.ts';
import type { OwnLocation } from '../../src/features/locations/editing/schema.ts';
import { FACET_FIELDS, type FacetField } from '../../src/features/locations/catalogue/schema.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import { type RouteHandler, createInProcessCaller, createJsonApi } from '../../src/platform/http/route-handlers.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { createCallContext } from './call-context.ts';
import { SAMPLE_OPTIONS, addImage, addOption, locationDeps, recordEvents } from './locations.ts';

/** The route handlers of the wizard. */
export function submissionRouteHandlers(db: Db, now = () => new Date()): RouteHandler[] {
  return featureHandlers(
    locationFeature,
    testServices(db, { ...locationDeps(recordEvents().publishEvent), now, listDocuments }),
  );
}

/** Returns the wizard's API, called in process as `actor`. */
export function submissionApi(db: Db, actor: Actor | null, now?: () => Date): Api {
  return createJsonApi(createInProcessCaller(submissionRouteHandlers(db, now), createCallContext(actor)));
}

const getOption = (field: FacetField) => SAMPLE_OPTIONS[field][0] ?? '';

/** Valid values of each step of the wizard. */
export const COMPLETE_FIELDS = {
  information: {
    title: 'Weir mill',
    address1: '1 Weir Road',
    postcode: 'FK8 1AA',
    telephone1: '01786 496 0142',
    email: 'fraser@weir-mill.example',
    nearesttown: 'Stirling',
  },
  features: {
    category: [getOption('category')],
    setting: [getOption('setting')],
    century: [getOption('century')],
    condition: getOption('condition'),
    ownershiptype: getOption('ownershiptype'),
    localauthority: getOption('localauthority'),
    filmoffice: getOption('filmoffice'),
    ownername: 'Fraser Campbell',
  },
  description: { description: 'A mill on the river.' },
  area: { latitude: 56.1234567, longitude: -3.9876543, map_precision: 'near', address_public: false },
} satisfies Readonly<Record<string, TypedFields>>;

/** Adds the options that {@link COMPLETE_FIELDS} names. */
export async function addEveryOption(db: Db): Promise<void> {
  for (const field of FACET_FIELDS) await addOption(db, field, getOption(field));
}

/** Creates a location with the first step, or all steps, filled in. */
export async function registerLocation(
  api: Api,
  { title = 'Weir mill', complete = false }: { title?: string; complete?: boolean } = {},
): Promise<OwnLocation> {
  const id = randomUUID();
  const created = await api(createLocation, { id, draftVersion: 0, ...COMPLETE_FIELDS.information, title });
  if (!complete) return created;
  const { features, description, area } = COMPLETE_FIELDS;
  return api(saveLocation, { id, version: created.version, ...features, ...description, ...area });
}

/** Creates a complete location and submits it for approval. */
export async function submitLocation(db: Db, api: Api): Promise<OwnLocation> {
  const { id, version } = await registerLocation(api, { complete: true });
  await addImage(db, id, { is_primary: true });
  return api(saveLocation, { id, version, isSubmitting: true });
}

/** Publishes the working copies of locations. */
export async function publishAll(db: Db, ids: readonly string[]): Promise<void> {
  await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, recordEvents().publishEvent));
}

/** Returns the status and location status of a location, as its owner sees them. */
export async function getState(api: Api, id: string): Promise<string> {
  const { status, location_status } = await api(ownLocationById, { id });
  return `${status} ${location_status}`;
}

/** Returns the kinds of the queued emails to a recipient, sorted. */
export async function getMailKinds(db: Db, recipient: string): Promise<string[]> {
  const mails = await db
    .selectFrom('outbox')
    .select('kind')
    .where('recipient', '=', recipient)
    .orderBy('kind')
    .execute();
  return mails.map(({ kind }) => kind);
}
