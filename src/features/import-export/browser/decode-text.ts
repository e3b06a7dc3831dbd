import { NOT_A_TABLE } from '../messages.ts';
import { rejectFile } from './reject-file.ts';

/** Bytes that are examined for UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;
/** The share of zeros in UTF-16 of Latin text is a half. */
const MIN_ZEROS_OF_UTF16 = 0.2;
/** Databases may have some in their texts; more, in all or as a share, are those of another kind of file. */
const MAX_CONTROL_CHARACTERS = { number: 10, share: 0.01 };
/** The characters of the upper half of code page 850, which Excel calls “CSV (MS-DOS)”. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/**
 * Decodes text as UTF-16 or UTF-8, or else as Windows-1252, code page 850 or Mac OS Roman, the CSV encodings of spreadsheets on Windows and on
 * Macs. Line ends become `\n`; a NUL, which cannot be stored, becomes U+FFFD like other bytes without a meaning.
 * @throws {ApiError} for content that is not text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  // Other control characters are reported at their rows; these two groups only occur in other kinds of files.
  // oxlint-disable-next-line no-control-regex
  const controls = text.match(/[\u0000-\u0004]/g)?.length ?? 0;
  const { number, share } = MAX_CONTROL_CHARACTERS;
  if (controls > Math.max(number, text.length * share)) rejectFile(NOT_A_TABLE);
  return text.replaceAll('\0', '\ufffd');
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  try {
    if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
    if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
    const zeros = countZeros(bytes);
    const min = Math.min(bytes.length, SAMPLE_BYTES) * MIN_ZEROS_OF_UTF16;
    if (zeros.odd > zeros.even * 4 && zeros.odd > min) return decodeAs('utf-16le', bytes);
    if (zeros.even > zeros.odd * 4 && zeros.even > min) return decodeAs('utf-16be', bytes);
    return decodeAs('utf-8', bytes);
  } catch {
    return decodeOther(bytes);
  }
}

/**
 * Text that is not quite UTF-8, or not at all. A cut or foreign byte leaves a U+FFFD in its place, if the other characters are UTF-8; otherwise it is
 * the encoding of one byte that gives the likelier text, of equal ones the more common one.
 */
function decodeOther(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const others = text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  if (others > broken) return text;
  const [windows, mac] = ['windows-1252', 'macintosh'].map((encoding) => decodeAs(encoding, bytes));
  return [mac!, decodeCodePage850(bytes)].reduce(
    (best, other) => (countLikely(other) > countLikely(best) ? other : best),
    windows!,
  );
}

function decodeCodePage850(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => CODE_PAGE_850[byte.charCodeAt(0) - 0x80]!);
}

/** Characters beyond ASCII where words have them, minus those where no word has them, such as a capital within a word. */
function countLikely(text: string): number {
  const likely =
    text.match(
      /(?<!\p{Lu}{2})(?:(?<=\p{L})(?![ãðïõýþÿ])[à-öø-ÿœ]|(?![ãðïõýþÿ])[à-öø-ÿœ](?=\p{L}))|(?<!\p{L})[À-ÖØ-ÞŒ](?=\p{Ll})|(?<=\p{L})’(?=\p{L})|[‘“](?=\p{L})|[’”](?!\p{L})|[–—…£€°]/gu,
    )?.length ?? 0;
  const unlikely =
    text.match(/(?<=\p{Ll})(?!’)[^\p{ASCII}\p{Ll}\p{P}]|(?<=\p{L})[‚„ˆ˜…•](?=\p{L})|[\u0080-\u009f]/gu)?.length ?? 0;
  return likely - unlikely;
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/** Latin text in UTF-16 has a zero in every second byte. */
function countZeros(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries())
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  return zeros;
}
