import { z } from 'zod';
import { telephone } from '../geography/region-rules.ts';
import { COMMENT_LENGTH, date, email, optional, personName } from '../../platform/http/field-schemas.ts';
import { CREW_SIZE, DATES_IN_ORDER, ENTER_COMMENT } from './messages.ts';

/** The kinds of production with their labels. */
export const PRODUCTION_KINDS = {
  FEATURE_FILM: 'Feature film',
  TELEVISION_DRAMA: 'Television drama',
  TELEVISION_FACTUAL: 'Television, factual',
  SHORT_FILM: 'Short film',
  COMMERCIAL: 'Commercial',
  MUSIC_VIDEO: 'Music video',
  PHOTOGRAPHY: 'Photography',
  OTHER: 'Other',
} as const;
export type ProductionKind = keyof typeof PRODUCTION_KINDS;
export const PRODUCTION_KIND_NAMES = Object.keys(PRODUCTION_KINDS) as [ProductionKind, ...ProductionKind[]];

/** Locations of one enquiry. */
export const MAX_LOCATIONS = 100;

/** The enquiry form; validated in the browser and on the server. */
export const enquiryForm = z.object({
  name: personName,
  email,
  phone: optional(telephone),
  comment: z.string().overwrite(toParagraphs).trim().min(1, ENTER_COMMENT).max(COMMENT_LENGTH),
});
export type EnquiryForm = z.output<typeof enquiryForm>;

const MAX_CREW_SIZE = 10_000;

/** Makes a schema nullable; '' parses to null too, and so does a text of which nothing is left, such as spaces. */
export function clearable<Schema extends z.ZodType>(schema: Schema) {
  const toNull = <Value>(value: Value) => (value === '' ? null : value) as Value;
  return z.preprocess(toNull, schema.nullable().overwrite(toNull));
}
const day = clearable(date);

/** Details of the filming from the sender; the team can change them. */
export const filmingForm = z.object({
  filming_from: day,
  filming_to: day,
  crew_size: clearable(z.coerce.number(CREW_SIZE).int(CREW_SIZE).min(1, CREW_SIZE).max(MAX_CREW_SIZE, CREW_SIZE)),
  production_kind: clearable(z.enum(PRODUCTION_KIND_NAMES)),
});
/** The known details of the filming. */
export type FilmingDetails = {
  readonly [Field in keyof z.output<typeof filmingForm>]?: z.output<typeof filmingForm>[Field] | undefined;
};

/** Whether filming does not end before it begins. */
export function areDatesInOrder({
  filming_from,
  filming_to,
}: Pick<FilmingDetails, 'filming_from' | 'filming_to'>): boolean {
  return !filming_from || !filming_to || filming_from <= filming_to;
}
/** The error of dates that are not in order. */
export const DATES_ERROR = { path: ['filming_to'], message: DATES_IN_ORDER };

/** Removes control characters other than line breaks and tabs. */
export function toParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
