import type { MapPrecision } from '../geography/schema.ts';

/** The kinds of fields, each with its empty value: '', [] and null stand for nothing. */
export const EMPTY = {
  /** One line of text. */
  line: '',
  text: '',
  postcode: '',
  telephone: '',
  email: '',
  /** Last part of the address of the public page. */
  url: '',
  /** ISO 8601. */
  date: '',
  /** One of a list of options. */
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

/** The type of a value of each kind, as forms and calls carry it. */
export type Values = Readonly<typeof EMPTY>;

/** Most characters of an option's name. */
export const MAX_OPTION_LENGTH = 120;

/** Separates the options of one field in a file, and so is part of no name. */
export const OPTION_SEPARATOR = '|';

/** What is declared of a field. */
export interface FieldDefinition {
  /** Of its column, in calls and in files. */
  readonly name: string;
  readonly kind: Kind;
  readonly label: string;
  /** What owners read instead of the label. */
  readonly ownerLabel?: string;
  /** Everyone sees a public field in the published version; the lines of the address only where `address_public` says so. */
  readonly group: 'public' | 'internal';
  /** Step of the wizard in which its owner fills it in. Without one it is the Locations Team's alone. */
  readonly step?: 'information' | 'features' | 'description' | 'area';
  /** What an owner reads who leaves it empty; optional without. */
  readonly missing?: string;
  readonly hint?: string;
  /** Least number. */
  readonly min?: number;
  /** Greatest number, or most characters of a text. */
  readonly max?: number;
  /** What to write where a number is none, or too large, if not the limits themselves. */
  readonly messages?: { readonly format: string; readonly max: string };
  /** Half a line of the wizard. */
  readonly half?: true;
  /** A whole line of the record, as every text has. */
  readonly wide?: true;
  /** Lines of a text in the record. */
  readonly rows?: number;
  /** How the list of the Locations Team is filtered by it; options always are a filter there. */
  readonly filter?: 'text' | 'yes-no-null' | 'number-range';
  /**
   * Set for a number from 0 up to `max` that the public search filters by a range; options always are a facet. The search index takes
   * four bytes for each number up to the greatest in use.
   */
  readonly facet?: 'number-range';
}
