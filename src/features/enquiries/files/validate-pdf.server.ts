import { inflateSync } from 'node:zlib';
import { ApiError } from '../../../platform/http/contract.ts';
import { PDF_ACTIVE, PDF_DAMAGED, PDF_ENCRYPTED } from './messages.ts';

/** Names of dictionary entries that run something, fetch something or carry another file. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE)(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z0-9])/;
/** Other formats that a reader would find in the same file. */
const OTHER_FORMAT = /<(?:script|html|iframe)[\s>]|<!doctype\s|<\?php\s/i;
const ZIP_END = Buffer.from('PK\x05\x06');
/** Readers look for the end within this many bytes. */
const TRAILER_BYTES = 1024;
const ZIP_TAIL_BYTES = 0xffff + 22;
/** All object streams of a file together: far more than the dictionaries of a thousand pages. */
const MAX_INFLATED_BYTES = 40 * 1024 ** 2;

/**
 * Checks that a PDF is complete, not encrypted, and has no scripts, actions that start programs, or embedded files: in the file itself and
 * in compressed object streams, where a dictionary can be hidden.
 * @throws {ApiError} INVALID or UNSUPPORTED_MEDIA, with a message for the person who sent it
 */
export function validatePdf(content: Buffer): void {
  const end = content.lastIndexOf('%%EOF');
  if (end < 0 || end < content.length - TRAILER_BYTES) throw new ApiError('INVALID', PDF_DAMAGED);
  const text = content.toString('latin1');
  if (ENCRYPTED.test(text)) throw new ApiError('INVALID', PDF_ENCRYPTED);
  const isArchive = content.indexOf(ZIP_END, Math.max(0, content.length - ZIP_TAIL_BYTES)) >= 0;
  if (isArchive || OTHER_FORMAT.test(withoutStreams(text))) throw new ApiError('UNSUPPORTED_MEDIA', PDF_ACTIVE);
  if (isActive(withoutStreams(text))) throw new ApiError('INVALID', PDF_ACTIVE);
  for (const objects of readObjectStreams(content, text)) {
    if (isActive(objects)) throw new ApiError('INVALID', PDF_ACTIVE);
  }
}

function isActive(dictionaries: string): boolean {
  return ACTIVE.test(decodeNames(dictionaries));
}

/** A name can be written with codes: /J#61vaScript. */
function decodeNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Removes the contents of streams, whose bytes can look like anything. */
function withoutStreams(text: string): string {
  return text.replace(/\bstream\r?\n[\s\S]*?endstream/g, 'stream');
}

/** Inflates the object streams of a PDF. @throws {ApiError} INVALID for one that cannot be read */
function* readObjectStreams(content: Buffer, text: string): Generator<string> {
  let inflated = 0;
  for (const match of text.matchAll(/<<((?:(?!\bstream\b|endobj)[\s\S]){0,2000}?)>>\s*stream(\r?\n)/g)) {
    const [all, dictionary = ''] = match;
    if (!OBJECT_STREAM.test(decodeNames(dictionary))) continue;
    const from = match.index + all.length;
    const to = text.indexOf('endstream', from);
    if (to < 0) throw new ApiError('INVALID', PDF_DAMAGED);
    const objects = inflate(content.subarray(from, to), dictionary, MAX_INFLATED_BYTES - inflated);
    inflated += objects.length;
    yield objects.toString('latin1');
  }
}

function inflate(bytes: Buffer, dictionary: string, maxOutputLength: number): Buffer {
  if (!/\/Filter/.test(dictionary)) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch {
    throw new ApiError('INVALID', PDF_DAMAGED);
  }
}
