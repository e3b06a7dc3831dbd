import type { PartReader } from './archive.server.ts';
import { DAMAGED, HAS_MACROS, NOT_A_DOCUMENT, mismatchedPart } from './messages.ts';
import { reject } from './reject.ts';
import { type XmlReader, getAttribute } from './xml.server.ts';

/** The part that lists the content types. */
export const TYPES_PART = '[content_types].xml';
const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CHART_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

/** The declared content types of the parts. */
export class ContentTypes {
  readonly #byName = new Map<string, string>();
  readonly #byExtension = new Map<string, string>();

  readonly reader: XmlReader = {
    open: (element) => {
      if (element.uri !== NAMESPACE) reject(NOT_A_DOCUMENT);
      const type = getAttribute(element, 'ContentType')?.toLowerCase() ?? '';
      if (/macro|vba|activex/.test(type)) reject(HAS_MACROS);
      const [map, name] =
        element.local === 'Override'
          ? [this.#byName, getAttribute(element, 'PartName')?.replace(/^\//, '')]
          : [this.#byExtension, getAttribute(element, 'Extension')];
      if (name === undefined) return;
      const key = decodeURIComponent(name).toLowerCase();
      // Programs differ in which of two types they use.
      if (map.has(key) && map.get(key) !== type) reject(DAMAGED);
      map.set(key, type);
    },
  };

  /** Returns the content type of a part in lower case; '' when none is declared. */
  get(name: string): string {
    return this.#byName.get(name) ?? this.#byExtension.get(name.slice(name.lastIndexOf('.') + 1)) ?? '';
  }
}

export function isXml(type: string): boolean {
  return /[+/]xml$/.test(type);
}

/** Hexadecimal signatures: PNG, JPEG, GIF, BMP, TIFF (both byte orders), HD Photo, WMF (two kinds), WebP, EMF. */
const PICTURES =
  /^(89504e47|ffd8ff|47494638|424d|49492a00|4d4d002a|4949bc|d7cdc69a|0[12]000900|52494646.{8}57454250|01000000.{72}20454d46)/;
const FONTS = /^(00010000|4f54544f|74727565|74746366)/;
/** Anything but programs of Windows, Linux and macOS, scripts, links, archives, and other documents. */
const NO_PROGRAM =
  /^(?!4d5a|7f454c46|cafebabe|c[ef]faedfe|2321|4c00000001140200|504b|52617221|377abcaf|d0cf11e0|7b5c727466|25504446)/;

/** Allowed types of binary parts with their signatures. Pictures are often declared as another picture type. */
const BINARY_TYPES: readonly (readonly [type: RegExp, signature: RegExp])[] = [
  [/^image\/(png|p?jpe?g|gif|bmp|tiff?|webp|(x-)?emf|(x-)?wmf|vnd\.ms-photo)$/, PICTURES],
  [/^(application\/x-font(-ttf|data)?|font\/[ot]tf)$/, FONTS],
  [/^application\/vnd\.openxmlformats-officedocument\.obfuscatedfont$/, NO_PROGRAM],
  [/^application\/vnd\.openxmlformats-officedocument\.(wordprocessing|spreadsheet)ml\.printersettings$/, NO_PROGRAM],
  [/^application\/vnd\.openxmlformats-package\.digital-signature-origin$/, /^$/],
];
const SIGNATURE_BYTES = 64;

/** Creates a reader that rejects a binary part whose content does not match its type; undefined if the type is not allowed. */
export function createBinaryReader(name: string, type: string): PartReader | undefined {
  const signature = BINARY_TYPES.find(([types]) => types.test(type))?.[1];
  if (!signature) return undefined;
  let start = '';
  return {
    write: (chunk) => {
      if (start.length < SIGNATURE_BYTES) start += chunk.toString('hex', 0, SIGNATURE_BYTES);
    },
    end: () => {
      if (!signature.test(start)) reject(mismatchedPart(name));
    },
  };
}
