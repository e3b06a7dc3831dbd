import { readText } from './formats/text.ts';
import { ScriptError } from './script-error.ts';
import type { ScriptSource } from './script.ts';
import type { OnProgress, ScriptDocument } from './script-lines.ts';

/** Reads a file or text in one of the formats of screenplays, told apart by their content. @throws {ScriptError} */
export async function readDocument(source: ScriptSource, onProgress: OnProgress): Promise<ScriptDocument> {
  if ('text' in source) return readText(source.text, 'text');
  const { name, bytes } = source;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return (await import('./formats/pdf.ts')).readPdf(bytes, onProgress);
  assertIsText(bytes, start);
  const text = decode(bytes);
  if (/<FinalDraft[\s>]/.test(text.slice(0, 2000))) return (await import('./formats/fdx.ts')).readFinalDraft(text);
  return readText(text, /\.(?:fountain|spmd)$/i.test(name) ? 'fountain' : 'text');
}

const EXPORT = 'Export it as PDF, Fountain, Final Draft (.fdx) or plain text, and choose that file.';

function assertIsText(bytes: Uint8Array, start: string): void {
  if (start.startsWith('PK')) throw new ScriptError(`This file cannot be read. ${EXPORT}`);
  if (start.startsWith('{\\rtf')) throw new ScriptError(`RTF files cannot be read. ${EXPORT}`);
  const isUtf16 = start.startsWith('ÿþ') || start.startsWith('þÿ');
  if (!isUtf16 && bytes.subarray(0, 1024).includes(0)) throw new ScriptError(`This file is not a text. ${EXPORT}`);
}

/** Decodes UTF-8 and UTF-16; what is neither was written on an older Windows. */
function decode(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
