import { inflateSync } from 'node:zlib';
import { ApiError } from '../../../platform/http/contract.ts';
import { PDF_ACTIVE, PDF_DAMAGED, PDF_ENCRYPTED } from './messages.ts';

/** Names that run something, fetch something or carry another file, and do not occur in compressed bytes by chance. */
const ACTIVE = /\/(?:JavaScript|EmbeddedFiles?|RichMedia|Rendition|SubmitForm|ImportData|GoToE)(?![A-Za-z0-9])/;
/** The same, but names that text has too, as the value of an action or a separate object. Comments are bounded: each try is short. */
const ACTIVE_VALUE = /(?:\/S|obj)(?:\s|%[^\r\n]{0,40}[\r\n]){0,8}\/Launch(?![A-Za-z0-9])|\/XFA\s*[[\d]/;
/** Short names, which are looked for outside streams only. */
const ACTIVE_OUTSIDE_STREAMS = /\/(?:JS|Launch|XFA)(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z0-9])/g;
/** Allowed content of the dictionaries of object streams: no strings, comments and dictionaries, and no other filter. */
const OBJECT_STREAM_NAMES = new Set(['Type', 'ObjStm', 'N', 'First', 'Length', 'Extends', 'Filter', 'FlateDecode']);
const OBJECT_STREAM_DICTIONARY = /\bobj\s*<<([^<>()%]*)$/;
/** Other formats that a reader would find in the same file. */
const OTHER_FORMAT = /<(?:script|html|iframe)[\s>]|<!doctype\s|<\?php\s/i;
const ZIP_END = Buffer.from('PK\x05\x06');
/** Readers look for the end within this many bytes. */
const TRAILER_BYTES = 1024;
const ZIP_TAIL_BYTES = 0xffff + 22;
/** All object streams of a file together: far more than the dictionaries of a thousand pages. */
const MAX_INFLATED_BYTES = 40 * 1024 ** 2;
/** A thousand pages have some hundreds. */
const MAX_OBJECT_STREAMS = 5_000;
const HASH = 0x23;

/**
 * Checks that a PDF is complete, not encrypted, and has no scripts, actions that start programs, or embedded files: in the file itself and
 * in compressed object streams, where a dictionary can be hidden. What looks like a stream can be a comment or a text, so names that
 * cannot occur by chance are looked for in all bytes. Takes time in proportion to the size: anybody can send a file.
 * @throws {ApiError} INVALID or UNSUPPORTED_MEDIA, with a message for the person who sent it
 */
export function validatePdf(content: Buffer): void {
  const end = content.lastIndexOf('%%EOF');
  if (end < 0 || end < content.length - TRAILER_BYTES) throw new ApiError('INVALID', PDF_DAMAGED);
  const text = content.toString('latin1');
  const decoded = decodeNames(content);
  if (ENCRYPTED.test(decoded)) throw new ApiError('INVALID', PDF_ENCRYPTED);
  const outside = withoutStreams(text);
  const isArchive = content.indexOf(ZIP_END, Math.max(0, content.length - ZIP_TAIL_BYTES)) >= 0;
  if (isArchive || OTHER_FORMAT.test(outside)) throw new ApiError('UNSUPPORTED_MEDIA', PDF_ACTIVE);
  if (isActive(decoded, decodeNames(Buffer.from(outside, 'latin1')))) throw new ApiError('INVALID', PDF_ACTIVE);
  const named = decoded.match(OBJECT_STREAM)?.length ?? 0;
  let read = 0;
  for (const objects of named > MAX_OBJECT_STREAMS ? [] : readObjectStreams(content, text)) {
    const names = decodeNames(objects);
    if (isActive(names, names)) throw new ApiError('INVALID', PDF_ACTIVE);
    read += 1;
  }
  // One that was not read is written so that readers disagree about it.
  if (read !== named) throw new ApiError('INVALID', PDF_DAMAGED);
}

function isActive(all: string, outsideStreams: string): boolean {
  return ACTIVE.test(all) || ACTIVE_VALUE.test(all) || ACTIVE_OUTSIDE_STREAMS.test(outsideStreams);
}

/** A name can be written with codes: /J#61vaScript. */
function decodeNames(bytes: Uint8Array): string {
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === HASH ? (toHexDigit(bytes[at + 1]) << 4) | toHexDigit(bytes[at + 2]) : -1;
    decoded[length++] = code < 0 ? bytes[at]! : code;
    if (code >= 0) at += 2;
  }
  return decoded.toString('latin1', 0, length);
}

/** Returns -1 for any other byte. */
function toHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = (byte | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/** Removes the contents of streams, whose bytes can look like anything. */
function withoutStreams(text: string): string {
  const kept: string[] = [];
  const keyword = /\bstream\r?\n/g;
  let from = 0;
  while (keyword.test(text)) {
    const end = text.indexOf('endstream', keyword.lastIndex);
    if (end < 0) break;
    kept.push(text.slice(from, keyword.lastIndex));
    keyword.lastIndex = from = end;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** Inflates the object streams of a PDF. @throws {ApiError} INVALID for one that cannot be read */
function* readObjectStreams(content: Buffer, text: string): Generator<Buffer> {
  let inflated = 0;
  let before = 0;
  for (const { 0: token, index } of text.matchAll(/endobj|endstream|>>\s*stream\r?\n/g)) {
    const from = index + token.length;
    const dictionary = token.startsWith('>>') ? decodeNames(content.subarray(before, index)) : '';
    before = from;
    if (dictionary.search(OBJECT_STREAM) < 0) continue;
    const to = text.indexOf('endstream', from);
    if (to < 0) throw new ApiError('INVALID', PDF_DAMAGED);
    const objects = inflate(content.subarray(from, to), dictionary, MAX_INFLATED_BYTES - inflated);
    inflated += objects.length;
    yield objects;
  }
}

/** @throws {ApiError} INVALID for a dictionary that hides how the stream is encoded, and for damaged data */
function inflate(bytes: Buffer, dictionary: string, maxOutputLength: number): Buffer {
  const [, entries] = OBJECT_STREAM_DICTIONARY.exec(dictionary) ?? [];
  const names = entries?.match(/\/[^\s/[\]]*/g)?.map((name) => name.slice(1)) ?? [];
  const filters = names.filter((name) => name.startsWith('F') && name !== 'First').join(' ');
  const isKnown = entries !== undefined && names.every((name) => OBJECT_STREAM_NAMES.has(name));
  if (!isKnown || (filters !== '' && filters !== 'Filter FlateDecode')) throw new ApiError('INVALID', PDF_DAMAGED);
  if (filters === '') return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch {
    throw new ApiError('INVALID', PDF_DAMAGED);
  }
}
