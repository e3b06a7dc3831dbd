import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { AUDIT_TYPES, type AuditType } from '../../../src/features/audit-log/entry-types.ts';
import { type Action, Model, type Outcome, type Place, type PublicData } from './model.ts';
import type { ActionResult, Observed, SiteDriver, Notified } from './site-driver.ts';

/** Maximum number of locations in a sequence. */
const MAX_LOCATIONS = 4;

/** Runs a sequence of actions on the model and on the product, and compares both after each action. */
export class Sequence {
  readonly #model = new Model();
  readonly #driver: SiteDriver;
  readonly #onStep: (action: Action, expected: Outcome, places: readonly (Place | null)[]) => void;
  readonly #slug = randomUUID();
  readonly #owners: (0 | 1)[] = [];
  /** Ids of images by their numbers. */
  readonly #images = new Map<number, string>();
  #online: (string | null)[] = [];

  /** @param onStep called after each action with its expected outcome and the locations of the model */
  constructor(
    driver: SiteDriver,
    onStep: (action: Action, expected: Outcome, places: readonly (Place | null)[]) => void,
  ) {
    this.#driver = driver;
    this.#onStep = onStep;
  }

  async step(drawn: Action): Promise<void> {
    const action = this.#fit(drawn);
    if (!action) return;
    const place = action.kind === 'create' ? this.#owners.length : action.place;
    const expected = this.#model.apply(action);
    const result = await this.#driver.perform(action, this.#owners[place] ?? 0);
    if (!('errorType' in expected)) {
      if (action.kind === 'create') this.#owners.push(action.by);
      if (action.kind === 'change owner') this.#owners[place] = action.to;
    }
    const { places, notified } = await this.#driver.look();
    expectSame(
      action,
      place,
      { ...toComparable(result, expected), notified },
      { ...toExpected(expected), notified: toNotified(expected) },
    );
    for (const [n, real] of places.entries()) this.#compare(action, n, real, this.#model.places[n] ?? null);
    this.#assertOnlineUnchanged(action, places);
    this.#onStep(action, expected, this.#model.places);
  }

  /** Maps an action to an existing location and to unique addresses; undefined if there are too many locations. */
  #fit(action: Action): Action | undefined {
    const count = this.#owners.length;
    const withUniqueUrl = (fields: Readonly<Record<string, unknown>>, n: number) =>
      'locationurl' in fields
        ? { ...fields, locationurl: `${this.#slug}-${n}-${String(fields['locationurl'])}` }
        : fields;
    if (action.kind === 'create')
      return count < MAX_LOCATIONS ? { ...action, fields: withUniqueUrl(action.fields, count) } : undefined;
    const place = action.place % count;
    if (action.kind !== 'save') return { ...action, place };
    return { ...action, place, save: { ...action.save, fields: withUniqueUrl(action.save.fields, place) } };
  }

  #compare(action: Action, n: number, real: Observed | undefined, place: Place | null): void {
    if (!real || !place) {
      return expectSame(action, n, real ?? null, place);
    }
    for (const [position, { number }] of place.images.entries()) {
      if (!this.#images.has(number)) this.#images.set(number, real.images[position]?.id ?? 'none');
    }
    const { owner, status, location_status, images, contacts, documents, online } = place;
    const getImageId = (number: number) => this.#images.get(number);
    expectSame(action, n, toComparableLocation(real), {
      owner,
      status,
      location_status,
      waiting: location_status === 'AWAITING_APPROVAL',
      images: images.map(({ number, ...image }) => ({ id: getImageId(number), ...image })),
      contacts: contacts.map(({ primary }) => primary),
      documents,
      online: online && { ...online, images: online.images.map(({ number, alt }) => [getImageId(number), alt]) },
    });
  }

  /** Asserts that published versions only change by decisions of the Locations Team. */
  #assertOnlineUnchanged(action: Action, places: readonly (Observed | undefined)[]): void {
    const online = places.map((place) => (place?.online ? JSON.stringify(place.online) : null));
    const decides = action.kind === 'publish' || action.kind === 'unpublish' || action.kind === 'delete';
    for (const [n, row] of this.#online.entries()) {
      if (!decides || action.place !== n) expectSame(action, n, online[n], row);
    }
    this.#online = online;
  }
}

/** Asserts equality, with the action and the location in the error. `expect` is slow, so it runs only on a difference. */
function expectSame(action: Action, place: number, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  expect({ action, place, is: actual }).toEqual({ action, place, is: expected });
  expect.unreachable();
}

function toComparableLocation({
  owner,
  status,
  location_status,
  waiting,
  images,
  contacts,
  documents,
  online,
}: Observed) {
  return {
    owner,
    status,
    location_status,
    waiting,
    images: images.map(({ id, primary, state, alt }) => ({ id, primary, state, alt })),
    contacts: contacts.map(({ primary }) => primary),
    documents: documents.length,
    online: online && toComparableOnline(online),
  };
}

function toComparableOnline(row: NonNullable<Observed['online']>): Omit<PublicData, 'images'> & { images: unknown } {
  const { locationurl, title, nearesttown, description, options, latitude, longitude, featured, details } = row;
  const decimals = details.map_precision === 'exact' ? 5 : 0;
  return {
    locationurl,
    title,
    nearesttown,
    description,
    featured,
    attribution: details.attribution ?? '',
    options: options.toSorted(),
    position:
      latitude === null || longitude === null ? null : `${latitude.toFixed(decimals)} ${longitude.toFixed(decimals)}`,
    precision: details.map_precision,
    address: details.address,
    images: details.images.map(({ id, alt }) => [id, alt]),
  };
}

/** Returns the result, with the expected pattern in place of a message that matches it. */
function toComparable(result: ActionResult, expected: Outcome): object {
  if (!('errorType' in result)) return { message: result.message };
  const reason = 'errorType' in expected ? expected.reason : undefined;
  return { errorType: result.errorType, reason: reason?.test(result.reason) === false ? result.reason : reason };
}

function toExpected(expected: Outcome): object {
  if ('errorType' in expected) return { errorType: expected.errorType, reason: expected.reason };
  return { message: expected.message ?? null };
}

function toNotified(expected: Outcome): Notified {
  if ('errorType' in expected) return { audit: [], notifications: [], mails: [] };
  const { audit, isUnchecked = false, notification, mails = [] } = expected;
  const types = [...(isUnchecked ? ['VERSION_UNCHECKED'] : []), ...(audit ? [audit] : [])];
  return {
    audit: types.map((type) => AUDIT_TYPES[type as AuditType].number),
    notifications: notification ? [notification] : [],
    mails: mails.toSorted(),
  };
}
