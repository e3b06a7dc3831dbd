import { NOT_A_TABLE } from '../messages.ts';
import { rejectFile } from './reject-file.ts';

/** Bytes that are examined for UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;

/**
 * Decodes text as UTF-16 or UTF-8, or else as Windows-1252, the CSV encoding of spreadsheets on Windows. Line ends become `\n`.
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
    return decodeAs('windows-1252', bytes);
  }
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
