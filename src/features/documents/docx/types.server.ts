import type { PartReader } from './archive.server.ts';
import { DAMAGED, MACROS, NO_DOCUMENT, untruePart } from './refusals.ts';
import { type XmlReader, attributeOf } from './xml.server.ts';

/** The list of what the parts are. */
export const TYPES = '[content_types].xml';
const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CHART_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

const ACTIVE = /macro|vba|activex/i;
const XML = /[+/]xml$/i;

/** What the parts say that they are. */
export class ContentTypes {
  readonly #byName = new Map<string, string>();
  readonly #byEnding = new Map<string, string>();

  readonly reader: XmlReader = {
    open: (element) => {
      if (element.namespace !== NAMESPACE) throw NO_DOCUMENT;
      const type = attributeOf(element, 'ContentType') ?? '';
      if (ACTIVE.test(type)) throw MACROS;
      const [map, name] =
        element.name === 'Override'
          ? [this.#byName, attributeOf(element, 'PartName')?.replace(/^\//, '')]
          : [this.#byEnding, attributeOf(element, 'Extension')];
      if (name === undefined) return;
      const key = decodeURIComponent(name).toLowerCase();
      // Of two types of one part, every program takes another one.
      if (map.has(key) && map.get(key) !== type.toLowerCase()) throw DAMAGED;
      map.set(key, type.toLowerCase());
    },
  };

  of(name: string): string | undefined {
    return this.#byName.get(name) ?? this.#byEnding.get(name.slice(name.lastIndexOf('.') + 1));
  }
}

export function isXml(type: string): boolean {
  return XML.test(type);
}

/** How files begin, in hexadecimal. PNG, JPEG, GIF, BMP, TIFF of two kinds, HD Photo, WMF of two kinds, WebP, EMF. */
const PICTURES =
  /^(89504e47|ffd8ff|47494638|424d|49492a00|4d4d002a|4949bc|d7cdc69a|0[12]000900|52494646.{8}57454250|01000000.{72}20454d46)/;
const FONTS = /^(00010000|4f54544f|74727565|74746366)/;
/**
 * What neither a font that Word has disguised nor the settings of a printer begin with: programs of Windows, Linux and macOS, scripts,
 * links, archives, and documents of other kinds.
 */
const NO_PROGRAM =
  /^(?!4d5a|7f454c46|cafebabe|c[ef]faedfe|2321|4c00000001140200|504b|52617221|377abcaf|d0cf11e0|7b5c727466|25504446)/;

/** Parts that are no XML, by what they say that they are, and how they begin. Pictures often say that they are one of another kind. */
const BINARY: readonly (readonly [type: RegExp, beginning: RegExp])[] = [
  [/^image\/(png|p?jpe?g|gif|bmp|tiff?|webp|(x-)?emf|(x-)?wmf|vnd\.ms-photo)$/, PICTURES],
  [/^(application\/x-font(-ttf|data)?|font\/[ot]tf)$/, FONTS],
  [/^application\/vnd\.openxmlformats-officedocument\.obfuscatedfont$/, NO_PROGRAM],
  [/^application\/vnd\.openxmlformats-officedocument\.(wordprocessing|spreadsheet)ml\.printersettings$/, NO_PROGRAM],
  [/^application\/vnd\.openxmlformats-package\.digital-signature-origin$/, /^$/],
];
/** As many bytes as the beginnings above look at. */
const BEGINNING_BYTES = 64;

/** Takes a part that is no XML, and refuses it at its end where it is not what it says; undefined where none may be of this type. */
export function binaryReader(name: string, type: string): PartReader | undefined {
  const beginning = BINARY.find(([types]) => types.test(type))?.[1];
  if (!beginning) return undefined;
  let read = '';
  return {
    write: (piece) => {
      if (read.length < BEGINNING_BYTES) read += piece.toString('hex', 0, BEGINNING_BYTES);
    },
    end: () => {
      if (!beginning.test(read)) throw untruePart(name);
    },
  };
}
