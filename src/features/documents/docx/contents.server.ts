import type { ApiError } from '../../../platform/http/contract.ts';
import { Fields } from './fields.server.ts';
import { isSafeLink } from './links.ts';
import * as refusals from './refusals.ts';
import { type XmlElement, type XmlReader, attributeOf } from './xml.server.ts';

/** Languages within the parts of a document that can do more than say something, and that of equations, in which fields may stand. */
const LANGUAGES = [
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
] as const;
type Language = (typeof LANGUAGES)[number][1];

const REFUSED: Partial<Record<Language, Readonly<Record<string, ApiError>>>> = {
  w: {
    altChunk: refusals.IMPORTED,
    subDoc: refusals.SUBDOCUMENT,
    frameset: refusals.SUBDOCUMENT,
    frame: refusals.SUBDOCUMENT,
    control: refusals.MACROS,
    objectEmbed: refusals.EMBEDDED,
    objectLink: refusals.EMBEDDED,
    mailMerge: refusals.MAIL_MERGE,
    saveThroughXslt: refusals.SUBDOCUMENT,
  },
  v: { OLEObject: refusals.EMBEDDED },
  wp: { webVideoPr: refusals.EMBEDDED },
  x: {
    ddeLink: refusals.WORKBOOK,
    oleObject: refusals.WORKBOOK,
    control: refusals.WORKBOOK,
    externalReference: refusals.WORKBOOK,
  },
  svg: { script: refusals.REMOTE_PICTURE, foreignObject: refusals.REMOTE_PICTURE },
};

/** Formulas that reach out of a workbook. */
const REACHING_OUT = /\b(WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(\.ID)?|EXEC|DDE|IMAGE|HYPERLINK)\s*\(|\|.*!/is;
const FORMULAS = new Set(['f', 'formula', 'formula1', 'formula2', 'definedName']);
/** What a style sheet loads. */
const LOADED = /@import|url\(\s*["']?\s*(?!["'#]|data:image\/)/i;

/**
 * Reads a part of a document whatever it says that it is: what counts is which languages it speaks.
 * @param root the name of its first element, where that is known
 */
export function contentsReader(root: string | undefined): XmlReader {
  const fields = new Fields();
  const languages = new Map<string, Language | undefined>();
  let isFirst = true;
  let formula: string | undefined;
  let inSvg = false;

  const languageOf = ({ namespace }: XmlElement): Language | undefined => {
    if (!languages.has(namespace))
      languages.set(namespace, LANGUAGES.find(([pattern]) => pattern.test(namespace))?.[1]);
    return languages.get(namespace);
  };
  const enter = (language: Language | undefined, element: XmlElement): void => {
    if (isStory(language, element)) fields.enterStory(language === 'mc');
    else if (language === 'w') fields.open(element);
    else if (language !== 'm') fields.enterForeign();
  };
  return {
    open(element) {
      const language = languageOf(element);
      if (isFirst && root !== undefined && (!language || element.name !== root)) throw refusals.NO_DOCUMENT;
      isFirst = false;
      enter(language, element);
      if (!language) return;
      const refusal = REFUSED[language]?.[element.name];
      if (refusal) throw refusal;
      if (language === 'x' && FORMULAS.has(element.name)) formula = '';
      if (language === 'svg') inSvg = true;
      refuseAddresses(language, element);
    },
    close(element) {
      const language = languageOf(element);
      if (isStory(language, element)) fields.leaveStory();
      else if (language === 'w') fields.close(element);
      else if (language !== 'm') fields.leaveForeign();
      if (!language) return;
      if (formula !== undefined && REACHING_OUT.test(formula)) throw refusals.WORKBOOK;
      formula = undefined;
    },
    text(text) {
      fields.text(text);
      if (formula !== undefined) formula += text;
      if (inSvg && LOADED.test(text)) throw refusals.REMOTE_PICTURE;
    },
    end: () => fields.leaveStory(),
  };
}

/** Text boxes have a flow of their own; of alternatives, Word reads one. */
function isStory(language: Language | undefined, { name }: XmlElement): boolean {
  return language === 'mc' ? name === 'Choice' || name === 'Fallback' : language === 'w' && name === 'txbxContent';
}

/** Refuses addresses that stand in the element itself rather than among the relationships of its part. */
function refuseAddresses(language: Language, element: XmlElement): void {
  if (language === 'w' && element.name === 'smartTagType') {
    const address = attributeOf(element, 'url', element.namespace);
    if (address) throw refusals.external(address);
  } else if (language === 'sl') {
    const address = ['manifestLocation', 'schemaLocation']
      .map((name) => attributeOf(element, name, element.namespace))
      .find(Boolean);
    if (address) throw refusals.external(address);
  } else if (language === 'v' || language === 'svg') {
    for (const { name, value } of element.attributes) refuseAddress(language, name, value.trim());
  }
}

function refuseAddress(language: 'v' | 'svg', name: string, value: string): void {
  if (language === 'v') {
    if (/^(src|althref)$/i.test(name) && value !== '') throw refusals.REMOTE_PICTURE;
    // Of a picture, the name of a relationship; of a shape, where a click leads.
    if (/^href$/i.test(name) && !/^rId\w+$/.test(value) && !isSafeLink(value)) throw refusals.unsafeLink(value);
  } else if (/^on/i.test(name) || LOADED.test(value) || (name === 'href' && !/^(#|$|data:image\/)/i.test(value))) {
    throw refusals.REMOTE_PICTURE;
  }
}
