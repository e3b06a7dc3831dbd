import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { PartReader } from './archive.server.ts';
import { DAMAGED, ENTITIES, UNFOLDS } from './refusals.ts';

/** What is told of a part as it is read. */
export interface XmlReader {
  open(element: XmlElement): void;
  close?(element: XmlElement): void;
  text?(text: string): void;
  /** The part is at its end. */
  end?(): void;
}

export interface XmlElement {
  /** Of its name; '' where it has none. */
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly { readonly namespace: string; readonly name: string; readonly value: string }[];
}

/** Elements within each other; Word nests no more than some dozens. */
const MAX_DEPTH = 500;

/** Encodings that are read, by the bytes with which a part begins. Word and every XML reader agree on these. */
const BEGINNINGS: readonly (readonly [beginning: string, encoding: string])[] = [
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
  ['003c', 'utf-16be'],
  ['3c00', 'utf-16le'],
];
/** What a part may say of its encoding, by what it is in truth. */
const SAYS_SO = { 'utf-8': /^(utf-8|us-ascii)$/i, 'utf-16be': /^utf-16(be)?$/i, 'utf-16le': /^utf-16(le)?$/i };

/**
 * Reads XML strictly, piece by piece: what is not well-formed, not encoded as it says, or declares a document type is refused, so that
 * there are no entities but those of XML itself.
 */
export function readXml(reader: XmlReader): PartReader {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let first = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let depth = 0;

  parser.on('xmldecl', ({ version, encoding }) => {
    const truth = decoder?.encoding as keyof typeof SAYS_SO;
    if (version !== '1.0' || (encoding !== undefined && !SAYS_SO[truth].test(encoding))) throw DAMAGED;
  });
  parser.on('doctype', () => {
    throw ENTITIES;
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw UNFOLDS;
    reader.open(elementOf(tag));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    reader.close?.(elementOf(tag));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));

  return {
    write(piece) {
      if (decoder) return void parser.write(decoder.decode(piece, { stream: true }));
      first = Buffer.concat([first, piece]);
      if (first.length < 2) return;
      const beginning = first.toString('hex', 0, 2);
      const encoding = BEGINNINGS.find(([bytes]) => bytes === beginning)?.[1] ?? 'utf-8';
      decoder = new TextDecoder(encoding, { fatal: true });
      parser.write(decoder.decode(first, { stream: true }));
    },
    end() {
      if (decoder) parser.write(decoder.decode());
      parser.close();
      reader.end?.();
    },
  };
}

function elementOf({ uri, local, attributes }: SaxesTagNS): XmlElement {
  return {
    namespace: uri,
    name: local,
    attributes: Object.values(attributes).map(({ uri: of, local: name, value }) => ({ namespace: of, name, value })),
  };
}

/**
 * The value of an attribute, which stands in no namespace unless one is given.
 * @throws {ApiError} when it has a namesake in another namespace: programs differ in which of the two they read
 */
export function attributeOf({ attributes }: XmlElement, name: string, namespace = ''): string | undefined {
  const named = attributes.filter((attribute) => attribute.name === name);
  if (named.some((attribute) => attribute.namespace !== namespace)) throw DAMAGED;
  return named[0]?.value;
}
