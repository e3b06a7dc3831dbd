import { DAMAGED, type HostileDocument, MACROS, NO_DOCUMENT, TOO_LARGE_UNPACKED } from './hostile-documents.ts';
import { MAIN, inBody, link, utf16, withParts } from './hostile-fields.ts';
import {
  MAIN_PART,
  type Part,
  type Relationship,
  createArchive,
  documentWithChart,
  createRelationshipsPart,
  createTextPart,
  wordDocument,
  wordDocumentWith,
  wordPart,
  workbook,
} from './word-documents.ts';

const ENTITIES =
  'This document declares a document type or entities (DTD), which Word never does. Save it again in Word, then upload it again.';
const LINK = 'This document contains a link to a file in place of a part. Save it again in Word, then upload it again.';
const EMBEDDED =
  'This document contains an embedded file, object, video or sound. Put text or a picture in its place, then upload it again.';
const WORKBOOK =
  'A chart of this document contains a workbook with more than plain numbers. Paste the chart as a picture, then upload it again.';
const IMPORTED =
  'This document contains another file that Word imports when it opens the document. Open it in Word, save it, then upload it again.';
const SUBDOCUMENT =
  'This document includes another document, or a frame from an external source. Put its text in, then upload it again.';
const PICTURE =
  'This document has a picture that is stored elsewhere. Insert the picture itself, then upload it again.';
const MENUS = 'This document changes the menus or keys of Word. Copy its text to a new document, then upload it again.';
const ADD_IN = 'This document opens an add-in of Word. Copy its text to a new document, then upload it again.';
const MAIL_MERGE =
  'This document is linked to a mail merge. In Word choose Mailings, Start Email Merge, Normal Word Document, save it, then upload it again.';
const template = (target: string) =>
  `This document is attached to an external template: ${target}. In Word, attach the template Normal in its place, then upload it again.`;
const external = (target: string) =>
  `This document includes external content: ${target}. Put it into the document itself, then upload it again.`;
const unknown = (name: string) =>
  `This document contains a part that is not known to be safe: ${name}. Copy its text to a new document, then upload it again.`;
const untrue = (name: string) =>
  `A part of this document does not match its declared type: ${name}. Save the document again in Word, then upload it again.`;

const vml = (within: string) =>
  `<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">${within}</w:pict></w:r></w:p>`;
const svg = (within: string): Part => ({
  name: 'word/media/a.svg',
  content: `<svg xmlns="http://www.w3.org/2000/svg">${within}</svg>`,
});

const relatedWith = (what: string, message: string, ...related: readonly Relationship[]): HostileDocument => ({
  what,
  content: () => wordDocumentWith({ related }),
  message,
});
const inChart = (what: string, formula: string, ...related: readonly Relationship[]): HostileDocument => ({
  what,
  content: () => documentWithChart(workbook(formula, ...related)),
  message: WORKBOOK,
});

/** A document with invalid attributes in one of its relationships. */
const relatedAs = (what: string, attributes: string): HostileDocument => ({
  what,
  content: () => {
    const { name, content } = createRelationshipsPart('word/_rels/document.xml.rels', ['image', 'a.png']);
    return wordDocument('a', { name, content: String(content).replace('Target="a.png"', attributes) });
  },
  message: DAMAGED,
});

const EXTERNAL_CONTENTS: readonly HostileDocument[] = [
  ...(
    [
      ['image', 'https://192.0.2.1/a.png', PICTURE],
      ['image', '\\\\192.0.2.1\\a.png', PICTURE],
      ['subDocument', 'file:///C:/a.docx', SUBDOCUMENT],
      ['frame', 'https://192.0.2.1/', SUBDOCUMENT],
      ['aFChunk', 'https://192.0.2.1/a.html', IMPORTED],
      ['oleObject', 'https://192.0.2.1/a', EMBEDDED],
      ['video', 'https://192.0.2.1/a', EMBEDDED],
      ['mailMergeSource', 'file:///C:/a.docx', MAIL_MERGE],
      ['settings', 'https://192.0.2.1/a', external('https://192.0.2.1/a')],
      ['transform', 'https://192.0.2.1/a.xsl', external('https://192.0.2.1/a.xsl')],
      ['hyperlink', 'file:////192.0.2.1/share', link('file:////192.0.2.1/share')],
      ['hyperlink', ' \\\\192.0.2.1\\share', link('\\\\192.0.2.1\\share')],
      ['hyperlink', '&#102;ile:///C:/a.exe', link('file:///C:/a.exe')],
      ['hyperlink', 'https:\\\\192.0.2.1', link('https:\\\\192.0.2.1')],
      ['hyperlink', 'javascript:alert(1)', link('javascript:alert(1)')],
      ['hyperlink', 'file:///\u202Efdp.exe', link('file:/// fdp.exe')],
      [
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships/ATTACHEDTEMPLATE',
        'http://192.0.2.1/a.dotm',
        template('http://192.0.2.1/a.dotm'),
      ],
      ['attachedTemplate', '\\\\192.0.2.1\\a.dotm', template('\\\\192.0.2.1\\a.dotm')],
      ['attachedTemplate', 'file:///%5C%5C192.0.2.1%5Ca.dotm', template('file:///%5C%5C192.0.2.1%5Ca.dotm')],
      ['attachedTemplate', 'file:////192.0.2.1/a.dotm', template('file:////192.0.2.1/a.dotm')],
      ['attachedTemplate', 'a.dotm', template('a.dotm')],
    ] as const
  ).map(([kind, target, message]) => relatedWith(`${kind} at ${target}`, message, [kind, target, 'External'])),
  relatedWith('an external target in other capitals', PICTURE, ['image', 'a.png', 'eXternal']),
  relatedWith('an external target without the mode External', PICTURE, ['image', 'http://192.0.2.1/a.png']),
  relatedWith('a network share with the mode Internal', PICTURE, ['image', '//192.0.2.1/a.png', 'Internal']),
  relatedWith('a relationship of an unknown type', unknown('a.xml'), ['urn:a/unheardOf', 'a.xml']),
  ...[
    'xmlns:x="urn:a" x:TargetMode="Internal" x:Target="a.png" TargetMode="External" Target="http://192.0.2.1/a.png"',
    'xmlns:x="urn:a" TargetMode="External" Target="http://192.0.2.1/a.png" x:Target="a.png"',
    'xmlns:Target="a.png" Target="http://192.0.2.1/a.png"',
    'xmlns:x="urn:a" x:Target="a.png"',
  ].map((attributes) => relatedAs(`a relationship with two targets: ${attributes}`, attributes)),
  inBody('frames', SUBDOCUMENT, '<w:frameset><w:frame><w:sourceFileName r:id="rId1"/></w:frame></w:frameset>'),
  inBody('a sub-document', SUBDOCUMENT, '<w:subDoc r:id="rId1"/>'),
  withParts('a mail merge', MAIL_MERGE, [
    wordPart('word/settings.xml', 'settings', '<w:mailMerge><w:connectString w:val="a"/></w:mailMerge>'),
  ]),
  withParts('a smart tag loaded from a URL', external('http://192.0.2.1/a'), [
    wordPart('word/settings.xml', 'settings', '<w:smartTagType w:url="http://192.0.2.1/a"/>'),
  ]),
  withParts('an expansion pack loaded from a URL', external('http://192.0.2.1/a'), [
    wordPart(
      'word/settings.xml',
      'settings',
      '<sl:schema xmlns:sl="http://schemas.openxmlformats.org/schemaLibrary/2006/main" sl:manifestLocation="http://192.0.2.1/a"/>',
    ),
  ]),
  inBody(
    'a web video',
    EMBEDDED,
    '<wp15:webVideoPr xmlns:wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing" embeddedHtml="a"/>',
  ),
  inBody('a picture loaded from a URL', PICTURE, vml('<v:imagedata src="\\\\192.0.2.1\\a.png"/>')),
  inBody('a fill loaded from a URL', PICTURE, vml('<v:shape><v:fill o:althref="http://192.0.2.1/a"/></v:shape>')),
  inBody('a shape with a link to a network share', link('\\\\192.0.2.1\\a'), vml('<v:shape href="\\\\192.0.2.1\\a"/>')),
  ...[
    '<script/>',
    '<image href="http://192.0.2.1/a"/>',
    '<g onload="a()"/>',
    '<style>@import "http://192.0.2.1/a"</style>',
    '<g style="fill:url(//192.0.2.1/a)"/>',
  ].map((within) => withParts(`a drawing with ${within}`, PICTURE, [svg(within)], { svg: 'image/svg+xml' })),
];

const PROGRAMS: readonly HostileDocument[] = [
  relatedWith('macros with another file name', MACROS, [
    'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
    'media/a.png',
  ]),
  relatedWith('an ActiveX control', MACROS, ['control', 'activeX/activeX1.xml']),
  relatedWith('an object', EMBEDDED, ['oleObject', 'media/a.png']),
  relatedWith('a workbook outside of a chart', EMBEDDED, ['package', 'embeddings/a.xlsx']),
  relatedWith('an imported file', IMPORTED, ['aFChunk', 'a.html']),
  relatedWith('customised menus', MENUS, [
    'http://schemas.microsoft.com/office/2007/relationships/ui/extensibility',
    'customUI/customUI14.xml',
  ]),
  relatedWith('customised keys', MENUS, [
    'http://schemas.microsoft.com/office/2006/relationships/keyMapCustomizations',
    'customizations.xml',
  ]),
  relatedWith('an add-in', ADD_IN, [
    'http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes',
    'a.xml',
  ]),
  inBody('a control', MACROS, '<w:object><w:control r:id="rId1" w:name="a"/></w:object>'),
  inBody('an OLE object in the body', EMBEDDED, vml('<o:OLEObject Type="Link" ProgID="Excel.Sheet.12" r:id="rId1"/>')),
  inBody('an imported file in the body', IMPORTED, '<w:altChunk r:id="rId1"/>'),
  withParts('macros with another file extension', MACROS, [{ name: 'word/a.png', content: 'a' }], {
    '/word/a.png': 'application/vnd.ms-office.vbaProject',
  }),
  withParts('an OLE object with another file extension', EMBEDDED, [{ name: 'word/a.dat', content: 'a' }], {
    dat: 'application/vnd.openxmlformats-officedocument.oleObject',
  }),
  withParts('an embedded document', EMBEDDED, [{ name: 'word/embeddings/a.docx', content: wordDocument() }], {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  }),
  withParts('an HTML page', unknown('word/a.html'), [{ name: 'word/a.html', content: '<p/>' }], { html: 'text/html' }),
  withParts('a program without a content type', unknown('word/setup.exe'), [{ name: 'word/setup.exe', content: 'MZ' }]),
  withParts(
    'a program disguised as a picture',
    untrue('word/media/a.png'),
    [{ name: 'word/media/a.png', content: 'MZ' }],
    { png: 'image/png' },
  ),
  withParts('a program disguised as a font', untrue('word/a.odttf'), [{ name: 'word/a.odttf', content: '\x7fELF' }], {
    odttf: 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
  }),
  withParts('a program disguised as XML', DAMAGED, [{ name: 'word/a.xml', content: 'MZ\x90' }]),
  inChart('a workbook with a web query', 'WEBSERVICE("http://192.0.2.1")'),
  inChart('a workbook with a DDE formula', "cmd|' /c calc'!A0"),
  inChart('a workbook linked to another', '1', ['externalLink', 'externalLinks/externalLink1.xml']),
  inChart('a workbook with macros', '1', ['http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'a']),
  { what: 'an invalid workbook', content: () => documentWithChart(Buffer.from('MZ')), message: WORKBOOK },
];

const INVALID_XML: readonly HostileDocument[] = [
  ...['<!DOCTYPE a>', '<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a SYSTEM "http://192.0.2.1/a">'].flatMap((dtd) =>
    ['customXml/item1.xml', 'word/settings.xml'].map((name) =>
      withParts(`${dtd} in ${name}`, ENTITIES, [{ name, content: `<?xml version="1.0"?>${dtd}<a/>` }]),
    ),
  ),
  {
    what: 'entities in UTF-16',
    content: () => wordDocument('a', utf16({ name: 'a.xml', content: '<?xml version="1.0"?><!DOCTYPE a><a/>' })),
    message: ENTITIES,
  },
  {
    what: 'entities among the relationships',
    content: () => {
      const { name, content } = createRelationshipsPart('word/_rels/document.xml.rels');
      return wordDocument('a', { name, content: String(content).replace('?>', '?><!DOCTYPE a>') });
    },
    message: ENTITIES,
  },
  ...[
    '',
    'text',
    '<a>',
    '<a/><b/>',
    '<a>&b;</a>',
    '<a b="1" b="2"/>',
    '<b:a/>',
    '{}',
    '<?xml version="1.1"?><a/>',
    '<?xml version="1.0" encoding="UTF-7"?><a/>',
    '<?xml version="1.0" encoding="UTF-16"?><a/>',
  ].map((content) => withParts(`invalid XML: ${content}`, DAMAGED, [{ name: 'customXml/item1.xml', content }])),
  withParts('invalid UTF-8', DAMAGED, [
    { name: 'a.xml', content: Buffer.from([...Buffer.from('<a>'), 0xff, ...Buffer.from('</a>')]) },
  ]),
  withParts('a thousand nested elements', TOO_LARGE_UNPACKED, [
    { name: 'a.xml', content: '<a>'.repeat(1000) + '</a>'.repeat(1000) },
  ]),
  {
    what: 'a document part that is HTML',
    content: () => createArchive([MAIN, MAIN_PART, { name: 'word/document.xml', content: '<html/>' }]),
    message: NO_DOCUMENT,
  },
  {
    what: 'a missing document part',
    content: () =>
      createArchive([
        MAIN,
        createRelationshipsPart('_rels/.rels', ['officeDocument', 'word/a.xml']),
        createTextPart('a'),
      ]),
    message: NO_DOCUMENT,
  },
  {
    what: 'two document parts',
    content: () =>
      createArchive([
        MAIN,
        createRelationshipsPart(
          '_rels/.rels',
          ['officeDocument', 'word/document.xml'],
          ['officeDocument', 'word/a.xml'],
        ),
        createTextPart('a'),
      ]),
    message: NO_DOCUMENT,
  },
];

/** Parts that nothing refers to: programs may still find them by their name. */
const UNREFERENCED: readonly HostileDocument[] = [
  withParts('a control by its name', MACROS, [{ name: 'word/activeX/activeX1.xml', content: '<a/>' }]),
  withParts('a control by its content', MACROS, [
    { name: 'word/a.xml', content: '<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX"/>' },
  ]),
  withParts('a ribbon by its name', MENUS, [{ name: 'customUI/customUI14.xml', content: '<a/>' }]),
  ...['2006/01', '2009/07'].map((version) =>
    withParts(`a ribbon of ${version} by its content`, MENUS, [
      { name: 'a.xml', content: `<customUI xmlns="http://schemas.microsoft.com/office/${version}/customui"/>` },
    ]),
  ),
  withParts('keys', MENUS, [
    { name: 'word/a.xml', content: '<w:tcg xmlns:w="http://schemas.microsoft.com/office/word/2006/wordml"/>' },
  ]),
  withParts('an add-in', ADD_IN, [
    {
      name: 'word/a.xml',
      content: '<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11"/>',
    },
  ]),
];

const ARCHIVES: readonly HostileDocument[] = [
  {
    what: 'a second document after the end',
    content: () => Buffer.concat([wordDocument(), wordDocument('b')]),
    message: DAMAGED,
  },
  withParts('a part with two content types', DAMAGED, [{ name: 'word/a.png', content: 'a' }], {
    '/word/a.png': 'image/png',
    '/WORD/a%2Epng': 'text/html',
  }),
  {
    what: 'a symbolic link',
    content: () => wordDocument('a', { name: 'word/a.xml', content: '/etc/passwd', mode: 0o120777 }),
    message: LINK,
  },
  {
    what: 'a device file',
    content: () => wordDocument('a', { name: 'word/a.xml', content: '', mode: 0o060600 }),
    message: LINK,
  },
  ...[
    'word\\a.xml',
    'WORD/Document.xml',
    'word/document%2Exml',
    'word//a.xml',
    'word/a.xml.',
    'word/a\u0000.xml',
    '/a.xml',
    'c:a.xml',
  ].map((name) => ({
    what: `a part named ${JSON.stringify(name)}`,
    content: () => wordDocument('a', { name, content: '<a/>' }),
    message: DAMAGED,
  })),
  {
    what: 'a part with two names',
    content: () => wordDocument('a', { name: 'word/a.xml', localName: 'word/b.xml', content: '<a/>' }),
    message: DAMAGED,
  },
];

/** Documents with external content, programs, invalid XML or invalid archives. */
export const HOSTILE_CONTENTS: readonly HostileDocument[] = [
  ...EXTERNAL_CONTENTS,
  ...PROGRAMS,
  ...INVALID_XML,
  ...UNREFERENCED,
  ...ARCHIVES,
];
