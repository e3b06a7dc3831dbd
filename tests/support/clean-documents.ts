import { MAIN, code, createField, createFieldRuns, strict, utf16 } from './hostile-fields.ts';
import {
  MAIN_PART,
  createArchive,
  createContentTypesPart,
  documentWithChart,
  createRelationshipsPart,
  createTextPart,
  wordDocument,
  wordDocumentWith,
  wordPart,
  workbook,
} from './word-documents.ts';

interface CleanDocument {
  readonly what: string;
  readonly content: () => Buffer;
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MICROSOFT = 'http://schemas.microsoft.com/office';

/** Harmless documents with everything that Word and other programs usually write. */
export const CLEAN_DOCUMENTS: readonly CleanDocument[] = [
  {
    what: 'links to pages, addresses and telephone numbers',
    content: () =>
      wordDocumentWith({
        related: [
          ...[
            'https://recce.example/a?b=c#d',
            'HTTP://recce.example',
            'mailto:a@recce.example',
            'tel:+441314960142',
          ].map((target) => ['hyperlink', target, 'External'] as const),
          ['hyperlink', '#top', 'External'],
          ['hyperlink', '#top'],
        ],
      }),
  },
  {
    what: 'fields about the document itself',
    content: () =>
      wordDocumentWith({
        body: [
          'PAGE',
          ' NUMPAGES \\* MERGEFORMAT ',
          'TOC \\o "1-3" \\h \\z \\u',
          'DATE \\@ "d MMMM yyyy"',
          'REF _Ref1 \\h',
          'SEQ Figure \\* ARABIC',
          'HYPERLINK "https://recce.example" \\o "DDE"',
          'HYPERLINK \\l "top"',
          'DDEscription',
          'ADDIN ZOTERO_ITEM CSL_CITATION {}',
          'MACROBUTTON NoMacro [Name]',
          'FORMTEXT',
          '=1+2',
          '',
        ]
          .map((text) => createField(code(text)))
          .concat(
            createField(code('IF '), createFieldRuns(code('PAGE')), code(' = 1 "a" "b"')),
            '<w:p><w:r><w:t>DDE</w:t></w:r></w:p>',
          )
          .join(''),
      }),
  },
  {
    what: 'pictures, one of them with the wrong content type',
    content: () =>
      wordDocumentWith({
        related: [['image', 'media/image1.png']],
        types: { png: 'image/png', jpeg: 'image/jpeg', svg: 'image/svg+xml' },
        parts: [
          { name: 'word/media/image1.png', content: PIXEL },
          { name: 'word/media/image2.jpeg', content: PIXEL },
          {
            name: 'word/media/image3.svg',
            content:
              '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><style>.a{fill:url(#b)}</style><use xlink:href="#b"/></svg>',
          },
        ],
      }),
  },
  { what: 'a chart with its workbook', content: () => documentWithChart(workbook('SUM(A1:A2)')) },
  {
    what: 'text boxes, in two alternatives',
    content: () => {
      const box = `<w:txbxContent>${createField(code('PAGE'))}</w:txbxContent>`;
      const both = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`;
      return wordDocumentWith({ body: `<w:p><w:r>${both}</w:r></w:p>` });
    },
  },
  {
    what: 'an equation number',
    content: () =>
      wordDocumentWith({
        body: `<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${createFieldRuns(code('SEQ Equation'))}</m:oMath></w:p>`,
      }),
  },
  {
    what: 'a field of several lines, and a drawing with a text box in its result',
    content: () => {
      const box = `<w:drawing><wps:txbx xmlns:wps="${MICROSOFT}/word/2010/wordprocessingShape"><w:txbxContent>${createField(code('PAGE'))}</w:txbxContent></wps:txbx></w:drawing>`;
      return wordDocumentWith({
        body:
          createField(code('REF _Ref1\n\\h'), '</w:p><w:p>', code('\\* MERGEFORMAT')) + `<w:p><w:r>${box}</w:r></w:p>`,
      });
    },
  },
  {
    what: 'all other parts that Word writes',
    content: () =>
      wordDocumentWith({
        related: [
          ...['styles', 'settings', 'webSettings', 'fontTable', 'numbering', 'footnotes', 'comments', 'theme'].map(
            (kind) => [kind, `${kind}.xml`] as const,
          ),
          [`${MICROSOFT}/2011/relationships/people`, 'people.xml'],
          [`${MICROSOFT}/2007/relationships/stylesWithEffects`, 'a.xml'],
          [`${MICROSOFT}/2020/02/relationships/classificationlabels`, '../docMetadata/LabelInfo.xml'],
          ['customXml', '../customXml/item1.xml'],
          ['printerSettings', 'printerSettings1.bin'],
        ],
        types: {
          bin: 'application/vnd.openxmlformats-officedocument.wordprocessingml.printerSettings',
          odttf: 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
        },
        parts: [
          { name: 'word/', content: '' },
          wordPart('word/comments.xml', 'comments', createField(code('PAGE'))),
          { name: 'customXml/item1.xml', content: '<frame xmlns="urn:a"><src>http://recce.example</src></frame>' },
          { name: 'word/printerSettings1.bin', content: Buffer.from('Office printer', 'utf16le') },
          { name: 'word/fonts/font1.odttf', content: Buffer.alloc(200, 9) },
        ],
      }),
  },
  ...[
    'file:///C:\\Users\\isla\\Templates\\Report%20A4.dotx',
    'Macintosh%20HD:Users:isla:Report.dotx',
    'Normal.dotm',
  ].map((target) => ({
    what: `a template on the author's disk: ${target}`,
    content: () =>
      wordDocument(
        'a',
        createRelationshipsPart('word/_rels/settings.xml.rels', ['attachedTemplate', target, 'External']),
      ),
  })),
  {
    what: 'a document part with another name, as Word for the web writes it',
    content: () =>
      createArchive([
        createContentTypesPart(undefined, { '/word/document2.xml': DOCUMENT_TYPE }),
        createRelationshipsPart('_rels/.rels', ['officeDocument', '/word/document2.xml']),
        { ...createTextPart('a'), name: 'word/document2.xml' },
      ]),
  },
  ...['\n', '\0'.repeat(2_000), '<!-- scanned -->'].map((added) => ({
    what: `${added.length} bytes after the end of the archive`,
    content: () => Buffer.concat([wordDocument(), Buffer.from(added)]),
  })),
  { what: 'text in UTF-16', content: () => createArchive([MAIN, MAIN_PART, utf16(createTextPart('Ceòl'))]) },
  { what: 'strict Open XML', content: () => createArchive([MAIN, MAIN_PART, strict(createTextPart('a'))]) },
];
