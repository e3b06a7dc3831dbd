import { SaxesParser } from 'saxes';
import { toSingleLine } from '../../platform/http/field-schemas.ts';

/** What a picture says about itself: the fields Description and Credit Line, or else Creator, of the IPTC standard. */
export interface EmbeddedTexts {
  readonly caption: string | null;
  readonly credit: string | null;
}

/** In characters, as `images` stores them. */
export const MAX_EMBEDDED_TEXT = { caption: 300, credit: 200 } as const;

/** Metadata of a picture as stored in its file. */
interface Metadata {
  /** XMP, which current programs write. */
  readonly xmp?: Buffer | undefined;
  /** The older IPTC-IIM, in the resource blocks of Photoshop. */
  readonly iptc?: Buffer | undefined;
}

/** Reads caption and credit from XMP, and what it lacks from IPTC-IIM. Damaged metadata is no reason to reject a picture. */
export function parseEmbeddedTexts({ xmp, iptc }: Metadata): EmbeddedTexts {
  const newer = xmp ? parseXmp(xmp) : NOTHING;
  const older = iptc ? parseIptc(iptc) : NOTHING;
  const choose = (name: keyof FoundTexts) => newer[name] || older[name];
  return {
    caption: toText(choose('description'), MAX_EMBEDDED_TEXT.caption),
    credit: toText(choose('credit') || choose('creator'), MAX_EMBEDDED_TEXT.credit),
  };
}

interface FoundTexts {
  readonly description: string;
  readonly credit: string;
  readonly creator: string;
}
const NOTHING: FoundTexts = { description: '', credit: '', creator: '' };

/** By code points, as PostgreSQL counts. */
function toText(found: string, max: number): string | null {
  const text = toSingleLine(found.toWellFormed().replaceAll('\0', ' '));
  return [...text].slice(0, max).join('').trim() || null;
}

/** Longer XMP has something else than texts, such as previews or histories. */
const MAX_XMP_BYTES = 512 * 1024;
const DC = 'http://purl.org/dc/elements/1.1/';
const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/';
const PROPERTIES: ReadonlyMap<string, keyof FoundTexts> = new Map([
  [`${DC} description`, 'description'],
  [`${DC} creator`, 'creator'],
  [`${PHOTOSHOP} Credit`, 'credit'],
]);

/** The description of the default language, which comes first; creators separated by commas. */
function parseXmp(xmp: Buffer): FoundTexts {
  if (xmp.length > MAX_XMP_BYTES) return NOTHING;
  const found: Record<keyof FoundTexts, string[]> = { description: [], credit: [], creator: [] };
  let property: keyof FoundTexts | undefined;
  let text = '';
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('XMP has no document type');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    // Simple values may be attributes.
    for (const attribute of Object.values(attributes)) {
      const name = PROPERTIES.get(`${attribute.uri} ${attribute.local}`);
      if (name) found[name].push(attribute.value);
    }
    property = PROPERTIES.get(`${uri} ${local}`) ?? property;
    text = '';
  });
  const addText = (added: string) => void (text += added);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ uri, local }) => {
    if (property && text.trim()) found[property].push(text.trim());
    text = '';
    if (PROPERTIES.has(`${uri} ${local}`)) property = undefined;
  });
  try {
    parser.write(xmp.toString('utf8').replace(/^\ufeff/, '')).close();
  } catch {
    return NOTHING;
  }
  return { description: found.description[0] ?? '', credit: found.credit[0] ?? '', creator: found.creator.join(', ') };
}

/** Each dataset: 1C, record, number, length in two bytes, value. */
const DATASET = { marker: 0x1c, headerBytes: 5 };
/** A higher length announces that the length itself is longer, which no text needs. */
const MAX_DATASET_BYTES = 0x7fff;
/** Identifies the datasets among the resource blocks of Photoshop. */
const IPTC_BLOCK = Buffer.from('8BIM\x04\x04', 'latin1');
const TEXT_RECORD = 2;
const NUMBERS = { description: 120, credit: 110, creator: 80 } as const;

function parseIptc(block: Buffer): FoundTexts {
  const texts = new Map<number, string[]>();
  const start = block.indexOf(IPTC_BLOCK);
  if (start < 0) return NOTHING;
  // The name of the block is padded to an even length, and four bytes have the length of the datasets.
  const nameAt = start + IPTC_BLOCK.length;
  const nameBytes = (block[nameAt] ?? 0) + 1;
  let at = nameAt + nameBytes + (nameBytes % 2) + 4;
  while (at + DATASET.headerBytes <= block.length && block[at] === DATASET.marker) {
    const length = block.readUInt16BE(at + 3);
    const valueAt = at + DATASET.headerBytes;
    if (length > MAX_DATASET_BYTES || valueAt + length > block.length) break;
    if (block[at + 1] === TEXT_RECORD) {
      const number = block[at + 2]!;
      texts.set(number, [...(texts.get(number) ?? []), decode(block.subarray(valueAt, valueAt + length))]);
    }
    at = valueAt + length;
  }
  const get = (number: number) => texts.get(number) ?? [];
  return {
    description: get(NUMBERS.description)[0] ?? '',
    credit: get(NUMBERS.credit)[0] ?? '',
    creator: get(NUMBERS.creator).join(', '),
  };
}

/** Many programs do not declare that they write UTF-8. */
function decode(value: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value);
  } catch {
    return new TextDecoder('windows-1252').decode(value);
  }
}
