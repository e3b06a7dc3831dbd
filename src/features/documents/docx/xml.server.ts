import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { PartReader } from './archive.server.ts';
import { DAMAGED, HAS_ENTITIES, TOO_LARGE_UNPACKED } from './messages.ts';
import { reject } from './reject.ts';

export type XmlElement = SaxesTagNS;

/** Gets the contents of an XML part as they are parsed. */
export interface XmlReader {
  open(element: XmlElement): void;
  close?(element: XmlElement): void;
  text?(text: string): void;
  end?(): void;
}

/** Word nests at most some dozens of elements. The parser looks up namespaces in all open ones. */
const MAX_DEPTH = 100;
/** Of one element. Word writes about 40, nearly all of them namespaces. The parser keeps them until the element is complete. */
const MAX_ATTRIBUTES = 1_000;

/** Encodings by the first bytes of a part, as every XML parser detects them; UTF-8 for any others. */
const ENCODINGS: Readonly<Record<string, string>> = {
  feff: 'utf-16be',
  fffe: 'utf-16le',
  '003c': 'utf-16be',
  '3c00': 'utf-16le',
};
/** Encodings that a part may declare, by its detected encoding. */
const DECLARATIONS = { 'utf-8': /^(utf-8|us-ascii)$/i, 'utf-16be': /^utf-16(be)?$/i, 'utf-16le': /^utf-16(le)?$/i };

/**
 * Parses XML strictly. Rejects what is not well-formed or not in the declared encoding, and document types, so that only the
 * predefined entities exist.
 */
export function parseXml(reader: XmlReader): PartReader {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let start = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let depth = 0;
  let attributes = 0;

  parser.on('xmldecl', ({ version, encoding }) => {
    const allowed = DECLARATIONS[decoder?.encoding as keyof typeof DECLARATIONS];
    if (version !== '1.0' || (encoding !== undefined && !allowed.test(encoding))) reject(DAMAGED);
  });
  parser.on('doctype', () => reject(HAS_ENTITIES));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) reject(TOO_LARGE_UNPACKED);
  });
  parser.on('opentag', (element) => {
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) reject(TOO_LARGE_UNPACKED);
    reader.open(element);
  });
  parser.on('closetag', (element) => {
    depth -= 1;
    reader.close?.(element);
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));

  return {
    write(chunk) {
      if (decoder) return void parser.write(decoder.decode(chunk, { stream: true }));
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) return;
      decoder = new TextDecoder(ENCODINGS[start.toString('hex', 0, 2)] ?? 'utf-8', { fatal: true });
      parser.write(decoder.decode(start, { stream: true }));
    },
    end() {
      if (decoder) parser.write(decoder.decode());
      parser.close();
      reader.end?.();
    },
  };
}

/**
 * Returns the value of an attribute, by default of one without a namespace.
 * @throws {ApiError} when the element has an attribute of the same name in another namespace: programs differ in which one they read
 */
export function getAttribute({ attributes }: XmlElement, name: string, namespace = ''): string | undefined {
  const found = Object.values(attributes).filter(({ local }) => local === name);
  if (found.some(({ uri }) => uri !== namespace)) reject(DAMAGED);
  return found[0]?.value;
}
