/** A script of 480 pages has less than 2 MB; one with scanned pages has no text. */
export const MAX_FILE_BYTES = 50 * 1024 ** 2;
/** Characters of pasted text: a script of 480 pages has a million. */
export const MAX_TEXT_LENGTH = 5_000_000;
/** On a slow phone, 480 pages of PDF take 20 seconds. */
export const READING_DEADLINE_MS = 60_000;
