import { z } from 'zod';
import { telephone } from '../../../geography/region-rules.ts';
import { date, email, optional } from '../../../../platform/http/field-schemas.ts';
import { locationUrl } from './page-url.ts';
import { type Kind, MAX_OPTION_LENGTH, type Values, getFieldText } from './field-kinds.ts';
import { type Field, type KindOf, type RecordField, getField } from './lookup.ts';
import { postcode } from './postcode.ts';
import { MAP_PRECISIONS, MAX_DEGREES } from '../../../geography/schema.ts';
import { ENTER_ONE_LINE, enterWholeNumber } from '../../messages.ts';

export const MAX_LINE_LENGTH = 120;
export const MAX_TEXT_LENGTH = 5_000;

const text = (length: number) => z.string().trim().max(length);
const line = (length: number) => text(length).regex(/^[^\n]*$/, ENTER_ONE_LINE);

/** Returns the schema of a text field; undefined for other kinds. */
export function getTextSchema({ kind, max }: Pick<Field, 'kind' | 'max'>): z.ZodType<string, string> | undefined {
  switch (kind) {
    case 'line':
      return line(max ?? MAX_LINE_LENGTH);
    case 'text':
      return text(max ?? MAX_TEXT_LENGTH);
    case 'postcode':
      return postcode;
    case 'telephone':
      return telephone;
    case 'email':
      return email;
    case 'url':
      return locationUrl;
    case 'date':
      return date;
    default:
      return undefined;
  }
}

/** Returns the messages for an invalid and for a too large number. */
export function getNumberMessages({ min = 0, max = 0, messages }: Field): { format: string; max: string } {
  const format = enterWholeNumber(min, max);
  return messages ?? { format, max: format };
}

/** Returns the schema of a field. */
function toSchema(field: Field, isRequired: boolean): z.ZodType {
  const { kind } = field;
  const required = { error: () => getFieldText(field.requiredMessage ?? '') };
  const format = getTextSchema(field);
  if (format) return isRequired ? z.string().trim().min(1, required).pipe(format) : optional(format);
  switch (kind) {
    case 'options': {
      const names = z
        .array(z.string().max(MAX_OPTION_LENGTH))
        .max(100)
        .transform((given) => [...new Set(given)]);
      return isRequired ? names.pipe(z.array(z.string()).min(1, required)) : names;
    }
    case 'option':
      return z
        .string()
        .max(MAX_OPTION_LENGTH)
        .min(isRequired ? 1 : 0, required);
    case 'number': {
      const { min = 0, max = 0 } = field;
      const messages = getNumberMessages(field);
      const number = z.number(messages.format).int(messages.format).min(min, messages.format).max(max, messages.max);
      return isRequired ? number : number.nullish().transform((given) => given ?? null);
    }
    case 'latitude':
    case 'longitude': {
      const max = MAX_DEGREES[kind];
      const degrees = z.number(required).min(-max).max(max);
      return isRequired ? degrees : degrees.nullable();
    }
    case 'precision':
      return z.enum(MAP_PRECISIONS, required);
    case 'yes-no':
      return z.boolean();
    default:
      return z.boolean().nullable();
  }
}

/** Returns the schema of a form; with `mayBeEmpty` required fields may be empty too. */
export function toForm(fields: readonly Field[], mayBeEmpty: boolean) {
  const schemas = fields.map((field) => [
    field.name,
    toSchema(field, !mayBeEmpty && field.requiredMessage !== undefined),
  ]);
  return z.object(Object.fromEntries(schemas) as Record<string, z.ZodType>);
}

/** Longer than any field may be, so that a long paste is saved as a draft and its excess can be shown. */
export const MAX_TYPED_LENGTH = 30_000;

/** Replaces characters that pasted text may have and PostgreSQL cannot store: lone surrogates and control characters. */
const readable = z
  .string()
  .overwrite((typed) => typed.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}|\p{Cs}/gu, ' '));
const typedText = readable.max(MAX_TYPED_LENGTH);
const choice = readable.max(MAX_OPTION_LENGTH);

/** The schema of each kind in requests and responses. The full validation is done when the location is saved. */
const TRANSFER_SCHEMAS: { readonly [K in Kind]: z.ZodType<Values[K], Values[K]> } = {
  line: typedText,
  text: typedText,
  postcode: typedText,
  telephone: typedText,
  email: typedText,
  url: typedText,
  date: typedText,
  option: choice,
  options: z.array(choice).max(100),
  number: z.number().nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  precision: z.enum(MAP_PRECISIONS),
  'yes-no': z.boolean(),
  'yes-no-null': z.boolean().nullable(),
};

/** Returns the schema of fields in requests and responses. */
export function getTransferSchema<Name extends RecordField>(names: readonly Name[]) {
  type Sent = { [Field in Name]: z.ZodType<Values[KindOf<Field>], Values[KindOf<Field>]> };
  return z.object(
    Object.fromEntries(names.map((name) => [name, TRANSFER_SCHEMAS[getField(name).kind]])) as unknown as Sent,
  );
}
