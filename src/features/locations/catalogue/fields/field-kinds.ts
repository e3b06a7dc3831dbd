import type { MapPrecision } from '../../../geography/schema.ts';

/** The kinds of fields with their empty values. */
export const EMPTY = {
  /** One line of text. */
  line: '',
  text: '',
  postcode: '',
  telephone: '',
  email: '',
  /** URL slug of the public page. */
  url: '',
  /** ISO 8601. */
  date: '',
  /** One option of a list. */
  option: '',
  options: [] as readonly string[],
  /** A whole number. */
  number: null as number | null,
  /** Degrees (WGS 84). */
  latitude: null as number | null,
  longitude: null as number | null,
  precision: 'near' as MapPrecision,
  'yes-no': false as boolean,
  'yes-no-null': null as boolean | null,
};
export type Kind = keyof typeof EMPTY;

/** The types of values in forms and requests, by kind. */
export type Values = Readonly<typeof EMPTY>;

export const MAX_OPTION_LENGTH = 120;

/** Separates the options of one field in a file. Names of options cannot contain it. */
export const OPTION_SEPARATOR = '|';

/** A function if it depends on the region, which is not known yet when modules are loaded. */
type FieldText = string | (() => string);

export function getFieldText(text: FieldText): string {
  return typeof text === 'function' ? text() : text;
}

export interface FieldDefinition {
  /** The name of its column, and of the field in requests and files. */
  readonly name: string;
  readonly kind: Kind;
  readonly label: FieldText;
  /** The label in the wizard, if different. */
  readonly ownerLabel?: FieldText;
  /** The label in the list of the Locations Team, if different. */
  readonly listLabel?: string;
  /** The published version contains the public fields. Lines of the address are public only with `address_public`. */
  readonly group: 'public' | 'internal';
  /** The step of the wizard. Fields without a step are edited by the Locations Team only. */
  readonly step?: 'information' | 'features' | 'description' | 'area';
  /** The message if it is empty; fields without a message are optional. */
  readonly requiredMessage?: FieldText;
  readonly hint?: string;
  /** Autofill tokens of its input in the wizard. */
  readonly autofill?: string;
  readonly min?: number;
  /** The maximum of a number, or the maximum length of a text. */
  readonly max?: number;
  /** Messages for an invalid or too large number, if not the default ones. */
  readonly messages?: { readonly format: string; readonly max: string };
  /** Takes half a row in the wizard. */
  readonly half?: true;
  /** Takes a whole row in the record, as texts always do. */
  readonly wide?: true;
  /** Height of a text in the record, in lines. */
  readonly rows?: number;
  /** The kind of its filter in the back office. Option fields always have a filter. */
  readonly filter?: 'text' | 'yes-no-null' | 'number-range';
  /**
   * Makes a number from 0 to `max` a range facet of the public search. Option fields are always facets. The search index needs four
   * bytes for each number up to the greatest one in use.
   */
  readonly facet?: 'number-range';
}
