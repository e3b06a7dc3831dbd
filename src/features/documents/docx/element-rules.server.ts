import type { SaxesAttributeNS } from 'saxes';
import { Fields } from './field-codes.server.ts';
import { isSafeLink } from './links.ts';
import * as messages from './messages.ts';
import { reject } from './reject.ts';
import { type XmlElement, type XmlReader, getAttribute } from './xml.server.ts';

/** Namespaces of elements that can be active, with their usual prefix; also that of equations, which may contain fields. */
const NAMESPACES = [
  [
    /^http:\/\/(schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main$/,
    'w',
  ],
  [/^http:\/\/(schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/math$/, 'm'],
  [/^http:\/\/schemas\.openxmlformats\.org\/markup-compatibility\/2006$/, 'mc'],
  [/\/wordprocessingDrawing$/, 'wp'],
  [/\/schemaLibrary\/(2006\/)?main$/, 'sl'],
  [/\/spreadsheetml\/(2006\/)?main$/, 'x'],
  [/^urn:schemas-microsoft-com:(vml|office:office|office:word)$/, 'v'],
  [/^http:\/\/www\.w3\.org\/2000\/svg$/, 'svg'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/2006\/activeX$/i, 'ax'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/\d{4}\/\d{2}\/customui$/i, 'mso'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/webextensions\//i, 'we'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/word\/2006\/wordml$/i, 'wne'],
] as const;
type Prefix = (typeof NAMESPACES)[number][1];

/** Elements that are rejected, with the message. */
const FORBIDDEN: Partial<Record<Prefix, Readonly<Record<string, string>>>> = {
  w: {
    altChunk: messages.IMPORTS_FILE,
    subDoc: messages.HAS_SUBDOCUMENT,
    frameset: messages.HAS_SUBDOCUMENT,
    frame: messages.HAS_SUBDOCUMENT,
    control: messages.HAS_MACROS,
    objectEmbed: messages.HAS_EMBEDDED_OBJECT,
    objectLink: messages.HAS_EMBEDDED_OBJECT,
    mailMerge: messages.HAS_MAIL_MERGE,
    saveThroughXslt: messages.HAS_SUBDOCUMENT,
  },
  v: { OLEObject: messages.HAS_EMBEDDED_OBJECT },
  wp: { webVideoPr: messages.HAS_EMBEDDED_OBJECT },
  x: {
    ddeLink: messages.ACTIVE_WORKBOOK,
    oleObject: messages.ACTIVE_WORKBOOK,
    control: messages.ACTIVE_WORKBOOK,
    externalReference: messages.ACTIVE_WORKBOOK,
  },
  ax: { ocx: messages.HAS_MACROS },
  mso: { customUI: messages.CHANGES_MENUS },
  we: { webextension: messages.OPENS_ADD_IN, taskpanes: messages.OPENS_ADD_IN },
  wne: { tcg: messages.CHANGES_MENUS, vbaSuppData: messages.HAS_MACROS, recipients: messages.HAS_MAIL_MERGE },
  svg: { script: messages.REMOTE_PICTURE, foreignObject: messages.REMOTE_PICTURE },
};

/** Functions that call programs or refer to anything outside the workbook. */
const EXTERNAL_FUNCTION = /\b(WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(\.ID)?|EXEC|DDE|IMAGE|HYPERLINK)\s*\(/i;
const FORMULAS = new Set(['f', 'formula', 'formula1', 'formula2', 'definedName']);
/** CSS that loads a file. */
const EXTERNAL_CSS = /@import|url\(\s*["']?\s*(?!["'#]|data:image\/)/i;

/**
 * Creates the reader of an XML part. Ignores the declared type of the part: only the namespaces of its elements count.
 * @param root the required name of the root element, if any
 */
export function createContentReader(root: string | undefined): XmlReader {
  const fields = new Fields();
  const prefixes = new Map<string, Prefix | undefined>();
  let isRoot = true;
  let formula: string | undefined;
  let inSvg = false;

  const findPrefix = ({ uri }: XmlElement): Prefix | undefined => {
    if (!prefixes.has(uri)) prefixes.set(uri, NAMESPACES.find(([pattern]) => pattern.test(uri))?.[1]);
    return prefixes.get(uri);
  };
  return {
    open(element) {
      const prefix = findPrefix(element);
      if (isRoot && root !== undefined && (!prefix || element.local !== root)) reject(messages.NOT_A_DOCUMENT);
      isRoot = false;
      if (isStory(prefix, element)) fields.enterStory(prefix === 'mc');
      else if (prefix === 'w') fields.open(element);
      else if (prefix !== 'm') fields.enterForeign();
      if (!prefix) return;
      const problem = FORBIDDEN[prefix]?.[element.local];
      if (problem) reject(problem);
      if (prefix === 'x' && FORMULAS.has(element.local)) formula = '';
      if (prefix === 'svg') inSvg = true;
      assertNoExternalUrls(prefix, element);
    },
    close(element) {
      const prefix = findPrefix(element);
      if (isStory(prefix, element)) fields.leaveStory();
      else if (prefix === 'w') fields.close(element);
      else if (prefix !== 'm') fields.leaveForeign();
      if (!prefix) return;
      if (formula !== undefined && isExternalFormula(formula)) reject(messages.ACTIVE_WORKBOOK);
      formula = undefined;
    },
    text(text) {
      fields.text(text);
      if (formula !== undefined) formula += text;
      if (inSvg && EXTERNAL_CSS.test(text)) reject(messages.REMOTE_PICTURE);
    },
    end: () => fields.leaveStory(),
  };
}

/** Whether a formula calls one of these functions, or a program as in `app|topic!item`. */
function isExternalFormula(formula: string): boolean {
  const bar = formula.indexOf('|');
  return EXTERNAL_FUNCTION.test(formula) || (bar >= 0 && formula.includes('!', bar));
}

/** A text box is a separate story, and so is each alternative, since Word reads only one of them. */
function isStory(prefix: Prefix | undefined, { local }: XmlElement): boolean {
  return prefix === 'mc' ? local === 'Choice' || local === 'Fallback' : prefix === 'w' && local === 'txbxContent';
}

/** Rejects URLs in the element itself rather than in the relationships of its part. */
function assertNoExternalUrls(prefix: Prefix, element: XmlElement): void {
  if (prefix === 'v') Object.values(element.attributes).forEach(assertSafeVmlAttribute);
  if (prefix === 'svg') Object.values(element.attributes).forEach(assertSafeSvgAttribute);
  const names = prefix === 'sl' ? ['manifestLocation', 'schemaLocation'] : [];
  if (prefix === 'w' && element.local === 'smartTagType') names.push('url');
  const url = names.map((name) => getAttribute(element, name, element.uri)).find(Boolean);
  if (url) reject(messages.externalContent(url));
}

function assertSafeVmlAttribute({ local: name, value }: SaxesAttributeNS): void {
  const url = value.trim();
  if (/^(src|althref)$/i.test(name) && url !== '') reject(messages.REMOTE_PICTURE);
  // Of a picture, the id of a relationship; of a shape, the target of its link.
  if (/^href$/i.test(name) && !/^rId\w+$/.test(url) && !isSafeLink(url)) reject(messages.unsafeLink(url));
}

function assertSafeSvgAttribute({ local: name, value }: SaxesAttributeNS): void {
  const isExternalLink = name === 'href' && !/^(#|$|data:image\/)/i.test(value.trim());
  if (/^on/i.test(name) || EXTERNAL_CSS.test(value) || isExternalLink) reject(messages.REMOTE_PICTURE);
}
