import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { ApiError } from '../../../platform/http/contract.ts';
import { MAX_DOCUMENT_BYTES, TOO_LARGE } from './schema.ts';

/** Parts of a document, at most; a report with a photograph on every page has some hundreds. */
const PARTS = 2_000;
/** All of it unfolded: text shrinks to a tenth, photographs not at all. */
const UNFOLDED_BYTES = 100 * 1024 ** 2;
/** The list of what the parts are. */
const TYPES = '[Content_Types].xml';
const TYPES_BYTES = 1024 ** 2;
const TEXT = 'word/document.xml';
const TEXT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const NO_DOCUMENT = 'Please choose a Word document (.docx).';
const OLD = 'This is a document of an older Word. Open it in Word and save it as .docx.';
const PROTECTED = 'This document is protected by a password. Save it without one, and send that.';
const MACROS = 'This document holds macros or embedded programs. Save it without them as .docx, and send that.';
const DAMAGED = 'This document is damaged. Please save it again, and send that.';
const UNFOLDS = 'This document unfolds into more than we accept. Make its pictures smaller, and send it again.';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Begins what Word wrote before .docx, and what it writes to protect a .docx. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PROTECTED_PART = Buffer.from('EncryptedPackage', 'utf16le');

/** Set where the contents of a part are not readable without a password. */
const ENCRYPTED = 1;

/**
 * Whether a file is a Word document that may be kept, by what it holds and not by what it is called. Nothing is unfolded into memory
 * but the list of its parts; all of it is read once, so that what is damaged is told at once and not to whoever opens it.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the person who sent it
 */
export async function examineDocument(content: Buffer): Promise<void> {
  if (content.length > MAX_DOCUMENT_BYTES) throw new ApiError('TOO_LARGE', TOO_LARGE);
  if (content.subarray(0, COMPOUND.length).equals(COMPOUND)) throw compound(content);
  if (!content.subarray(0, ZIP.length).equals(ZIP)) throw refused(NO_DOCUMENT);
  try {
    await examineParts(await fromBufferPromise(content, { lazyEntries: true, autoClose: false }));
  } catch (error) {
    // Whatever else the reader of the archive says is about this file.
    throw error instanceof ApiError ? error : new ApiError('INVALID', DAMAGED);
  }
}

async function examineParts(archive: ZipFile): Promise<void> {
  const names = new Set<string>();
  let unfolded = 0;
  let types = '';
  for await (const part of archive.eachEntry()) {
    const name = part.fileName.toLowerCase();
    if (names.size >= PARTS) throw new ApiError('INVALID', UNFOLDS);
    // Of two parts of one name, every program reads another one.
    if (names.has(name)) throw new ApiError('INVALID', DAMAGED);
    names.add(name);
    if (part.generalPurposeBitFlag & ENCRYPTED) throw refused(PROTECTED);
    if (name.endsWith('.bin')) throw refused(MACROS);
    if (part.fileName === TYPES) types = await listOf(archive, part);
    else unfolded += await readThrough(archive, part, UNFOLDED_BYTES - unfolded);
  }
  if (!names.has(TYPES.toLowerCase()) || !names.has(TEXT)) throw refused(NO_DOCUMENT);
  if (/macroEnabled|vbaProject|vbaData/i.test(types)) throw refused(MACROS);
  // Word writes neither comments nor escaped letters there: both would hide what a part is.
  if (/<!|&#/.test(types) || !types.includes(`"${TEXT_TYPE}"`)) throw refused(NO_DOCUMENT);
}

async function listOf(archive: ZipFile, part: Entry): Promise<string> {
  if (part.uncompressedSize > TYPES_BYTES) throw refused(NO_DOCUMENT);
  return (await buffer(await archive.openReadStreamPromise(part))).toString('utf8');
}

/** Gives how many bytes the part really has, whatever it says. */
async function readThrough(archive: ZipFile, part: Entry, most: number): Promise<number> {
  if (part.uncompressedSize > most) throw new ApiError('INVALID', UNFOLDS);
  let bytes = 0;
  let check = 0;
  const stream = await archive.openReadStreamPromise(part);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new ApiError('INVALID', UNFOLDS);
    check = crc32(chunk, check);
  }
  if (check !== part.crc32) throw new ApiError('INVALID', DAMAGED);
  return bytes;
}

function compound(content: Buffer): ApiError {
  return refused(content.includes(PROTECTED_PART) ? PROTECTED : OLD);
}

function refused(message: string): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA', message);
}
