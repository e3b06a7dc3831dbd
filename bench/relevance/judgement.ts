import { getKilometresBetween } from '../../src/features/geography/measure.ts';
import type { Position } from '../../src/features/geography/schema.ts';
import type { FacetField, SearchDocument } from '../../src/features/locations/catalogue/schema.ts';

/** Whether a scout who typed the query would accept a location. Judged by the facts of the location, not by words of the query. */
export type Judgement = (location: SearchDocument) => boolean;

export interface JudgedQuery {
  readonly query: string;
  readonly accepts: Judgement;
}

export const all =
  (...judgements: readonly Judgement[]): Judgement =>
  (location) =>
    judgements.every((accepts) => accepts(location));

export const any =
  (...judgements: readonly Judgement[]): Judgement =>
  (location) =>
    judgements.some((accepts) => accepts(location));

export const not =
  (judgement: Judgement): Judgement =>
  (location) =>
    !judgement(location);

/** Has one of these options. */
const has =
  (field: FacetField) =>
  (...names: readonly string[]): Judgement =>
  ({ options }) =>
    names.some((name) => options[field].includes(name));

export const kind = has('category');
export const setting = has('setting');
export const century = has('century');
export const condition = has('condition');
export const owner = has('ownershiptype');
export const council = has('localauthority');

export const titled =
  (pattern: RegExp): Judgement =>
  ({ title }) =>
    pattern.test(title);

/** The title or the description says so. */
export const says =
  (pattern: RegExp): Judgement =>
  ({ title, description }) =>
    pattern.test(`${title}. ${description}`);

/** Maximum distance from a place in kilometres. */
export const within =
  (kilometres: number, [latitude, longitude]: Place): Judgement =>
  ({ position }) =>
    position !== null && getKilometresBetween(position, { latitude, longitude } satisfies Position) <= kilometres;

/** Between these latitudes and longitudes. */
export const inBox =
  (south: number, west: number, north: number, east: number): Judgement =>
  ({ position }) =>
    position !== null &&
    position.latitude >= south &&
    position.latitude <= north &&
    position.longitude >= west &&
    position.longitude <= east;

export type Place = readonly [latitude: number, longitude: number];
