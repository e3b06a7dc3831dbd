import { NOT_A_TABLE } from '../messages.ts';
import { rejectFile } from './reject-file.ts';

/** Bytes that are examined for UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;

/**
 * Decodes text as UTF-16 or UTF-8, or else as Windows-1252 or Mac OS Roman, the CSV encodings of spreadsheets on Windows and on Macs. Line ends
 * become `\n`.
 * @throws {ApiError} for content that is not text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  // Other control characters are reported at their rows; these two groups only occur in other kinds of files.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0004]/.test(text)) rejectFile(NOT_A_TABLE);
  return text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  try {
    if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
    if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
    const zeros = countZeros(bytes);
    if (zeros.odd > zeros.even * 4 && zeros.odd > 0) return decodeAs('utf-16le', bytes);
    if (zeros.even > zeros.odd * 4 && zeros.even > 0) return decodeAs('utf-16be', bytes);
    return decodeAs('utf-8', bytes);
  } catch {
    return decodeOther(bytes);
  }
}

/**
 * Text that is not quite UTF-8, or not at all. A cut or foreign byte leaves a U+FFFD in its place, if the other characters are UTF-8; otherwise it is
 * the encoding of one byte, of Windows or of Macs, that gives the likelier text.
 */
function decodeOther(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const others = text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  if (others > broken) return text;
  const [windows, mac] = ['windows-1252', 'macintosh'].map((encoding) => decodeAs(encoding, bytes));
  return countLikely(mac!) > countLikely(windows!) ? mac! : windows!;
}

/** Characters beyond ASCII where words have them, minus those where no word has them, such as a capital within a word. */
function countLikely(text: string): number {
  const likely =
    text.match(/(?<![A-Z])[à-öø-ÿœ]|[À-ÖØ-ÞŒ](?=\p{Ll})|(?<=\p{L})’(?=\p{L})|[‘“](?=\p{L})|[’”](?!\p{L})|[–—…£€°]/gu)
      ?.length ?? 0;
  const unlikely =
    text.match(/(?<=\p{Ll})(?!’)[^\p{ASCII}\p{Ll}\p{P}]|(?<=\p{Ll})[‚„ˆ˜](?=\p{L})|[\u0080-\u009f]/gu)?.length ?? 0;
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
