import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { ENTER_TEMPLATE_NAME, ENTER_TEMPLATE_TEXT } from './messages.ts';
import { toParagraphs } from '../schema.ts';

/** A text that answers start from. */
export const templateForm = z.object({
  name: singleLine.min(1, ENTER_TEMPLATE_NAME).max(120),
  text: z.string().overwrite(toParagraphs).trim().min(1, ENTER_TEMPLATE_TEXT).max(4_000),
});

export const template = z.object({ id: z.uuid(), version: z.number(), name: z.string(), text: z.string() });
export type Template = z.output<typeof template>;

/** The placeholders of a template, and their values in an answer. */
interface PlaceholderValues {
  readonly name: string;
  readonly reference: string;
  readonly locations: string;
}
export const PLACEHOLDERS = ['{name}', '{reference}', '{locations}'] as const;

/** Returns the text of a template for an answer. */
export function fillTemplate({ text }: Pick<Template, 'text'>, values: PlaceholderValues): string {
  return text.replace(/\{(name|reference|locations)\}/g, (_, key: keyof PlaceholderValues) => values[key]);
}
