import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { NO_COMMA, tagLength, tagLimit } from '../messages.ts';

/** Tags of one location on a board. */
export const MAX_TAGS = 10;
/** Different tags on one board. */
export const MAX_BOARD_TAGS = 100;
const MAX_TAG_LENGTH = 30;

/** A tag as it is typed. Forms and exports separate tags by commas. */
export const boardTag = singleLine
  .overwrite((text) => text.normalize('NFC').replace(/\s+/g, ' '))
  .min(1)
  .max(MAX_TAG_LENGTH, tagLength(MAX_TAG_LENGTH))
  .refine((text) => !text.includes(','), NO_COMMA);

/** The tags of a location on a board. The first spelling of each counts. */
export const boardTags = z
  .array(boardTag)
  .overwrite((tags) => tags.filter((tag, at) => tags.findIndex((other) => isSameTag(other, tag)) === at))
  .max(MAX_TAGS, tagLimit(MAX_TAGS));

/** A tag on a board, and how many of its locations have it. */
export const tagCount = z.object({ tag: z.string(), count: z.number() });
export type TagCount = z.infer<typeof tagCount>;

/** Whether two texts are the same tag. */
export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns the tags in a text that separates them by commas. */
export function splitTags(text: string): string[] {
  return text.split(',').filter((tag) => tag.trim() !== '');
}
