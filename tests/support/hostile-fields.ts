import { DAMAGED, type HostileDocument } from './hostile-documents.ts';
import {
  MAIN_PART,
  type Part,
  createArchive,
  createContentTypesPart,
  wordDocumentWith,
  wordPart,
} from './word-documents.ts';

const UNCLEAR =
  'This document has a field whose code is computed or split over several places. Turn it into text in Word (Ctrl+Shift+F9), then upload it again.';
const field = (kind: string) =>
  `This document has a field (${kind}) that can start programs or fetch external content. Turn it into text in Word (Ctrl+Shift+F9), then upload it again.`;
export const MAIN = createContentTypesPart();
export const link = (target: string) =>
  `This document has a link to ${target}. Links may lead to web pages, email addresses and telephone numbers: remove the others, then upload it again.`;
export const inBody = (what: string, message: string, body: string): HostileDocument => ({
  what,
  content: () => wordDocumentWith({ body }),
  message,
});
export const withParts = (
  what: string,
  message: string,
  parts: readonly Part[],
  types: Readonly<Record<string, string>> = {},
): HostileDocument => ({ what, content: () => wordDocumentWith({ parts, types }), message });
export const utf16 = (part: Part): Part => ({
  name: part.name,
  content: Buffer.from(
    `\uFEFF${String(part.content).replace('version="1.0"', 'version="1.0" encoding="UTF-16"')}`,
    'utf16le',
  ),
});
/** The same part in the namespace of strict Open XML. */
export const strict = (part: Part): Part => ({
  name: part.name,
  content: String(part.content).replaceAll(/http:[^"]*main/g, 'http://purl.oclc.org/ooxml/wordprocessingml/main'),
});
const run = (within: string) => `<w:r>${within}</w:r>`;
const boundary = (kind: string) => run(`<w:fldChar w:fldCharType="${kind}"/>`);
export const code = (text: string) => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`);
/** A field with these runs as its code, and a cached result. */
export const createFieldRuns = (...runs: readonly string[]) =>
  `${boundary('begin')}${runs.join('')}${boundary('separate')}${run('<w:t>1</w:t>')}${boundary('end')}`;
export const createField = (...runs: readonly string[]) => `<w:p>${createFieldRuns(...runs)}</w:p>`;
const CALCULATOR = '"C:\\\\Windows\\\\System32\\\\cmd.exe" "/c calc"';
const textBox = (within: string) =>
  `<w:p>${run(`<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${within}</w:txbxContent></v:textbox></v:shape></w:pict>`)}</w:p>`;
const alternatives = (...alternatives: readonly string[]) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${alternatives
    .map((within, n) =>
      n === 0 ? `<mc:Choice Requires="w">${within}</mc:Choice>` : `<mc:Fallback>${within}</mc:Fallback>`,
    )
    .join('')}</mc:AlternateContent>`;

/** Attributes that make Word ignore the elements and attributes of the namespace `x`. */
const IGNORABLE =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:x="urn:a" mc:Ignorable="x"';
/** An element that Word ignores, with or without its content. */
const ignored = (within: string, how = '') => `<x:drop ${IGNORABLE} ${how}>${within}</x:drop>`;
/** A field that, to a parser that reads what Word ignores, ends before its code begins. */
const endedBy = (end: string) => `<w:p>${boundary('begin')}${end}${code('DDEAUTO a')}${boundary('end')}</w:p>`;

/** Fields that Word and other parsers read differently. */
const AMBIGUOUS_FIELDS: readonly HostileDocument[] = [
  inBody(
    'a field with two codes',
    DAMAGED,
    `<w:p><w:fldSimple ${IGNORABLE} x:instr="PAGE" w:instr="DDEAUTO c:\\a"/></w:p>`,
  ),
  ...[
    `${IGNORABLE} x:fldCharType="end" w:fldCharType="begin"`,
    'xmlns:fldCharType="end" w:fldCharType="begin"',
    `${IGNORABLE} x:fldCharType="end"`,
    'fldCharType="end"',
  ].map((attributes) =>
    inBody(`a boundary of a field with ${attributes}`, DAMAGED, endedBy(run(`<w:fldChar ${attributes}/>`))),
  ),
  ...['<w:fldChar w:fldCharType="END"/>', '<w:fldChar/>'].map((end) =>
    inBody(`a boundary without a valid type: ${end}`, UNCLEAR, endedBy(run(end))),
  ),
  ...[
    ignored(boundary('end')),
    ignored(boundary('end'), 'mc:ProcessContent="x:drop"'),
    ignored(boundary('end'), 'mc:PreserveElements="x:*"'),
    ignored(`<w:ins>${boundary('end')}</w:ins>`),
    run('<x:fldChar xmlns:x="urn:a/wordprocessingml/2006/main" x:fldCharType="end"/>') +
      code('X') +
      ignored(boundary('end')),
  ].map((end) => inBody(`a field that ends in an ignored element: ${end}`, UNCLEAR, endedBy(end))),
  inBody(
    'a field that ends in another namespace',
    field('DDEAUTO'),
    endedBy(run('<x:fldChar xmlns:x="urn:a/wordprocessingml/2006/main" x:fldCharType="end"/>')),
  ),
  ...[
    code('DDE') + ignored(code('X')) + code('AUTO a'),
    code('DDE') + ignored(run('<w:t>X</w:t>')) + code('AUTO a'),
    code(`DDE${ignored('X')}AUTO a`),
  ].map((runs) => inBody(`a field code with an ignored part: ${runs}`, UNCLEAR, createField(runs))),
];

/** Documents with fields that start programs or load external content. */
export const HOSTILE_FIELDS: readonly HostileDocument[] = [
  inBody('a DDE field', field('DDE'), createField(code(` DDE ${CALCULATOR} `))),
  inBody('a DDE field in lower case', field('DDEAUTO'), createField(code(`ddeAuto ${CALCULATOR}`))),
  inBody('a DDE field in one element', field('DDEAUTO'), `<w:p><w:fldSimple w:instr=" DDEAUTO c:\\a "/></w:p>`),
  inBody(
    'a DDE field over several runs',
    field('DDEAUTO'),
    createField(code('D'), code('DE'), code('AU'), code('TO c:\\a')),
  ),
  inBody('a DDE field in escaped characters', field('DDE'), createField(code('&#68;&#x44;E c:\\a'))),
  inBody('a DDE field in full-width characters', field('DDE'), createField(code('\uFF24\uFF24\uFF25 c:\\a'))),
  inBody('a DDE field with invisible characters', field('DDE'), createField(code('D\u200BD\u00ADE c:\\a'))),
  inBody('a DDE field in quotation marks', field('DDE'), createField(code(' "DDE" c:\\a'))),
  inBody('a DDE field in CDATA', field('DDE'), createField(code('<![CDATA[DDE c:\\a]]>'))),
  ...['&#9;', '\n', '&#13;', '\u0085'].flatMap((space) => [
    inBody(
      `a DDE field with ${JSON.stringify(space)} in its code`,
      field('DDEAUTO'),
      createField(code(`DDEAUTO${space}cmd "/k calc"`)),
    ),
    inBody(
      `a picture field with ${JSON.stringify(space)} in its code`,
      field('INCLUDEPICTURE'),
      createField(code(`INCLUDEPICTURE${space}http://192.0.2.1/a`)),
    ),
    inBody(
      `a link field with ${JSON.stringify(space)} in its code`,
      link('file:///C:/a.exe'),
      createField(code(`HYPERLINK${space}file:///C:/a.exe`)),
    ),
  ]),
  ...['</w:p><w:p>', run('<w:ptab w:relativeTo="margin" w:alignment="left" w:leader="none"/>')].map((mark) =>
    inBody(
      `a DDE field with ${mark} in its code`,
      field('DDEAUTO'),
      createField(code('DDEAUTO'), mark, code('cmd "/k calc"')),
    ),
  ),
  inBody(
    'a DDE field with text in its code',
    field('DDE'),
    createField(code('D'), run('<w:t>DE</w:t>'), code(' c:\\a')),
  ),
  inBody(
    'a DDE field in the result of another',
    field('DDE'),
    createField(code('PAGE'), boundary('separate'), createFieldRuns(code('DDE a'))),
  ),
  inBody(
    'a DDE field in the code of another',
    field('DDE'),
    createField(code('IF 1 = 1 '), createFieldRuns(code('DDE a'))),
  ),
  inBody('a DDE field that does not end', field('DDE'), `<w:p>${boundary('begin')}${code('DDE a')}</w:p>`),
  inBody(
    'a DDE field once a deletion is accepted',
    field('DDE'),
    createField(code('DD'), `<w:del>${run('<w:delInstrText>X</w:delInstrText>')}</w:del>`, code('E a')),
  ),
  inBody(
    'a DDE field once an insertion is rejected',
    field('DDE'),
    createField(code('DD'), `<w:ins>${code('X')}</w:ins>`, code('E a')),
  ),
  inBody('a DDE field in a text box', field('DDE'), textBox(createField(code('DDE a')))),
  inBody(
    'a DDE field in an alternative',
    field('DDE'),
    `<w:p>${alternatives(run('<w:t>a</w:t>'), createField(code('DDE a')))}</w:p>`,
  ),
  inBody(
    'a field with its code in alternatives',
    UNCLEAR,
    createField(code('DD'), alternatives(code('E a'), code('X'))),
  ),
  inBody(
    'a field that begins in an alternative',
    UNCLEAR,
    `<w:p>${alternatives(boundary('begin') + code('DD'), '')}${code('E a')}${boundary('end')}</w:p>`,
  ),
  inBody(
    'hundreds of nested fields',
    UNCLEAR,
    run('<w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/>').repeat(300),
  ),
  inBody('a field code of a million characters', UNCLEAR, createField(code(`REF ${'a '.repeat(500_000)}`))),
  inBody('a simple field of a million characters', UNCLEAR, `<w:fldSimple w:instr="REF ${'a '.repeat(500_000)}"/>`),
  inBody('a field whose kind is computed', UNCLEAR, createField(createFieldRuns(code('QUOTE 68 68 69')), code(' a'))),
  inBody(
    'a field whose kind is partly computed',
    UNCLEAR,
    createField(code('DD'), createFieldRuns(code('QUOTE 69')), code(' a')),
  ),
  inBody(
    'a field with a symbol in its kind',
    UNCLEAR,
    createField(code('DD'), run('<w:sym w:font="Arial" w:char="0045"/>'), code(' a')),
  ),
  ...['header', 'footer', 'footnotes', 'endnotes', 'comments', 'glossary/document'].map((name) =>
    withParts(`a DDE field among the ${name}`, field('DDEAUTO'), [
      wordPart(`word/${name}.xml`, 'part', createField(code('DDE'), code('AUTO a'))),
    ]),
  ),
  {
    what: 'a DDE field in UTF-16',
    content: () =>
      createArchive([MAIN, MAIN_PART, utf16(wordPart('word/document.xml', 'document', createField(code('DDE a'))))]),
    message: field('DDE'),
  },
  {
    what: 'a DDE field in strict Open XML',
    content: () =>
      createArchive([MAIN, MAIN_PART, strict(wordPart('word/document.xml', 'document', createField(code('DDE a'))))]),
    message: field('DDE'),
  },
  ...['INCLUDEPICTURE', 'INCLUDETEXT', 'INCLUDE', 'IMPORT', 'LINK', 'EMBED', 'RD', 'DATABASE', 'CONTROL', 'PRINT'].map(
    (kind) =>
      inBody(`a field of the kind ${kind}`, field(kind), createField(code(` ${kind} "http://192.0.2.1/a" \\d `))),
  ),
  ...['\\\\\\\\192.0.2.1\\\\share', 'file:///C:/a.exe', 'ms-msdt:/id', '\\\\l'].map((target) =>
    inBody(
      `a link field to ${target}`,
      link(target),
      createField(code(` HYPERLINK "${target}" \\o "https://recce.example" `)),
    ),
  ),
  inBody(
    'a link field with its address last',
    link('file:///a'),
    createField(code('HYPERLINK \\l "a" \\n “file:///a”')),
  ),
  ...AMBIGUOUS_FIELDS,
];
