import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { AUDIT_TYPES, type AuditType } from '../../../src/features/audit-log/schema.ts';
import { type Action, Model, type Outcome, type Place, type Shown } from './model.ts';
import type { Answer, Observed, SiteDriver, Notified } from './site-driver.ts';

/** Locations of one sequence. */
const MAX_LOCATIONS = 4;

/** One sequence of acts, on the model and on the product, which are compared after each. */
export class Sequence {
  readonly #model = new Model();
  readonly #stage: SiteDriver;
  readonly #heard: (act: Action, expected: Outcome, places: readonly (Place | null)[]) => void;
  readonly #slug = randomUUID();
  readonly #owners: (0 | 1)[] = [];
  /** Ids of images by their numbers. */
  readonly #images = new Map<number, string>();
  #online: (string | null)[] = [];

  /** @param heard is told of each act, what it comes to, and the locations afterwards */
  constructor(stage: SiteDriver, heard: (act: Action, expected: Outcome, places: readonly (Place | null)[]) => void) {
    this.#stage = stage;
    this.#heard = heard;
  }

  async step(drawn: Action): Promise<void> {
    const act = this.#fitted(drawn);
    if (!act) return;
    const place = act.act === 'create' ? this.#owners.length : act.place;
    const expected = this.#model.apply(act);
    const answer = await this.#stage.perform(act, this.#owners[place] ?? 0);
    if (!('refused' in expected)) {
      if (act.act === 'create') this.#owners.push(act.by);
      if (act.act === 'change owner') this.#owners[place] = act.to;
    }
    const { places, told } = await this.#stage.look();
    expectSame(act, place, { ...inShort(answer, expected), told }, { ...wanted(expected), told: toNotified(expected) });
    for (const [n, real] of places.entries()) this.#compare(act, n, real, this.#model.places[n] ?? null);
    this.#refuseChangedOnline(act, places);
    this.#heard(act, expected, this.#model.places);
  }

  /** The act on a location that there is, with addresses of the location's own; undefined for one location too many. */
  #fitted(act: Action): Action | undefined {
    const count = this.#owners.length;
    const own = (fields: Readonly<Record<string, unknown>>, n: number) =>
      'locationurl' in fields
        ? { ...fields, locationurl: `${this.#slug}-${n}-${String(fields['locationurl'])}` }
        : fields;
    if (act.act === 'create') return count < MAX_LOCATIONS ? { ...act, fields: own(act.fields, count) } : undefined;
    const place = act.place % count;
    if (act.act !== 'save') return { ...act, place };
    return { ...act, place, save: { ...act.save, fields: own(act.save.fields, place) } };
  }

  #compare(act: Action, n: number, real: Observed | undefined, place: Place | null): void {
    if (!real || !place) {
      return expectSame(act, n, real ?? null, place);
    }
    for (const [position, { number }] of place.images.entries()) {
      if (!this.#images.has(number)) this.#images.set(number, real.images[position]?.id ?? 'none');
    }
    const { owner, status, location_status, images, contacts, documents, online } = place;
    const idOf = (number: number) => this.#images.get(number);
    expectSame(act, n, factsOf(real), {
      ...{ owner, status, location_status, waiting: location_status === 'AWAITING_APPROVAL' },
      images: images.map(({ number, ...image }) => ({ id: idOf(number), ...image })),
      contacts: contacts.map(({ primary }) => primary),
      documents,
      online: online && { ...online, images: online.images.map(({ number, alt }) => [idOf(number), alt]) },
    });
  }

  /** What is online stays as it is, to the last byte, until the Locations Team decides otherwise. */
  #refuseChangedOnline(act: Action, places: readonly (Observed | undefined)[]): void {
    const online = places.map((place) => (place?.online ? JSON.stringify(place.online) : null));
    const decides = act.act === 'publish' || act.act === 'unpublish' || act.act === 'delete';
    for (const [n, row] of this.#online.entries()) {
      if (!decides || act.place !== n) expectSame(act, n, online[n], row);
    }
    this.#online = online;
  }
}

/** Says of a difference which act made it, and to which location. Comparing is cheap, saying so is not. */
function expectSame(act: Action, place: number, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  expect({ act, place, is: actual }).toEqual({ act, place, is: expected });
  expect.unreachable();
}

function factsOf({ owner, status, location_status, waiting, images, contacts, documents, online }: Observed) {
  return {
    ...{ owner, status, location_status, waiting },
    images: images.map(({ id, primary, state, alt }) => ({ id, primary, state, alt })),
    contacts: contacts.map(({ primary }) => primary),
    documents: documents.length,
    online: online && shownOnline(online),
  };
}

function shownOnline(row: NonNullable<Observed['online']>): Omit<Shown, 'images'> & { images: unknown } {
  const { locationurl, title, nearesttown, description, options, latitude, longitude, featured, details } = row;
  const decimals = details.map_precision === 'exact' ? 5 : 0;
  return {
    ...{ locationurl, title, nearesttown, description, featured, attribution: details.attribution ?? '' },
    options: options.toSorted(),
    spot:
      latitude === null || longitude === null ? null : `${latitude.toFixed(decimals)} ${longitude.toFixed(decimals)}`,
    precision: details.map_precision,
    address: details.address,
    images: details.images.map(({ id, alt }) => [id, alt]),
  };
}

/** The answer, with only as much of its words as is expected. */
function inShort(answer: Answer, expected: Outcome): object {
  if (!('refused' in answer)) return { message: answer.message };
  const because = 'refused' in expected ? expected.because : undefined;
  return { refused: answer.refused, because: because?.test(answer.because) === false ? answer.because : because };
}

function wanted(expected: Outcome): object {
  if ('refused' in expected) return { refused: expected.refused, because: expected.because };
  return { message: expected.message ?? null };
}

function toNotified(expected: Outcome): Notified {
  if ('refused' in expected) return { audit: [], notifications: [], mails: [] };
  const { audit, notification, mails = [] } = expected;
  return {
    audit: audit ? [AUDIT_TYPES[audit as AuditType].number] : [],
    notifications: notification ? [notification] : [],
    mails: mails.toSorted(),
  };
}
