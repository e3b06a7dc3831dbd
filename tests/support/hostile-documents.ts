import { randomBytes } from 'node:crypto';
import {
  MAIN_PART,
  type Part,
  createArchive,
  createTextPart,
  createContentTypesPart,
  wordDocument,
  wordDocumentWith,
} from './word-documents.ts';

export interface HostileDocument {
  readonly what: string;
  readonly content: () => Buffer;
  /** The error message. */
  readonly message: string;
}

export const NO_DOCUMENT = 'Please choose a Word document (.docx).';
const OLD = 'This document was saved by an old version of Word. Open it in Word and save it as .docx.';
const PROTECTED = 'This document is protected by a password. Save it without one, then upload it again.';
export const MACROS =
  'This document contains macros or embedded programs. Save it without them as .docx, then upload it again.';
export const DAMAGED = 'This document is damaged. Please save it again, then upload it again.';
export const TOO_LARGE_UNPACKED =
  'This document is too large when it is unpacked. Make its pictures smaller, then upload it again.';

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zeros = (name: string, megabytes: number): Part => ({ name, content: Buffer.alloc(megabytes * 1024 ** 2) });
const MACRO_TYPE = 'application/vnd.ms-word.document.macroEnabled.main+xml';

/** Files that are not Word documents, or are damaged, protected, too large or contain macros. */
export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  { what: 'text', content: () => Buffer.from('A recce of the mill'), message: NO_DOCUMENT },
  { what: 'a PDF', content: () => Buffer.from('%PDF-1.7\n%%EOF'), message: NO_DOCUMENT },
  { what: 'a program', content: () => Buffer.from(`\x7fELF\x02${'\0'.repeat(5000)}`, 'latin1'), message: NO_DOCUMENT },
  {
    what: 'a program before a document',
    content: () => Buffer.concat([Buffer.from('MZ'), wordDocument()]),
    message: NO_DOCUMENT,
  },
  { what: 'an HTML page', content: () => Buffer.from('<html><script>alert(1)</script>'), message: NO_DOCUMENT },
  {
    what: 'another ZIP archive',
    content: () => createArchive([{ name: 'a.txt', content: 'a' }]),
    message: NO_DOCUMENT,
  },
  {
    what: 'a document without content types',
    content: () => createArchive([createTextPart('a')]),
    message: NO_DOCUMENT,
  },
  {
    what: 'a document without a document part',
    content: () => createArchive([createContentTypesPart()]),
    message: NO_DOCUMENT,
  },
  {
    what: 'a workbook disguised as a document',
    content: () =>
      createArchive([
        createContentTypesPart('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
        createTextPart('a'),
      ]),
    message: NO_DOCUMENT,
  },
  {
    what: 'a macro content type in escaped characters',
    content: () => {
      const { name, content } = createContentTypesPart(MACRO_TYPE.replace('macro', '&#109;a&#x63;ro'));
      return createArchive([{ name, content: `${String(content)}<!-- -->` }, MAIN_PART, createTextPart('a')]);
    },
    message: MACROS,
  },
  {
    what: 'a document of an old Word version',
    content: () => Buffer.concat([COMPOUND, Buffer.alloc(5000)]),
    message: OLD,
  },
  {
    what: 'a document with a password',
    content: () => Buffer.concat([COMPOUND, Buffer.alloc(500), Buffer.from('EncryptedPackage', 'utf16le')]),
    message: PROTECTED,
  },
  {
    what: 'an archive with a password',
    content: () => createArchive([createContentTypesPart(), { ...createTextPart('a'), flags: 1 }]),
    message: PROTECTED,
  },
  { what: 'macros', content: () => wordDocument('a', { name: 'word/vbaProject.bin', content: 'a' }), message: MACROS },
  {
    what: 'an embedded program',
    content: () => wordDocument('a', { name: 'word/embeddings/oleObject1.BIN', content: 'a' }),
    message: MACROS,
  },
  {
    what: 'a document with the content type of macros',
    content: () => createArchive([createContentTypesPart(MACRO_TYPE), createTextPart('a')]),
    message: MACROS,
  },
  {
    what: 'a truncated document',
    content: () => wordDocument('a'.repeat(5000)).subarray(0, 400),
    message: DAMAGED,
  },
  {
    what: 'a part with a wrong checksum',
    content: () => createArchive([createContentTypesPart(), MAIN_PART, { ...createTextPart('a'), check: 1 }]),
    message: DAMAGED,
  },
  {
    what: 'a part longer than its header says',
    content: () =>
      createArchive([createContentTypesPart(), MAIN_PART, { ...createTextPart('a'.repeat(5000)), bytes: 10 }]),
    message: DAMAGED,
  },
  { what: 'two parts with the same name', content: () => wordDocument('a', createTextPart('b')), message: DAMAGED },
  {
    what: 'a part with a path outside the archive',
    content: () => wordDocument('a', { name: '../../etc/passwd', content: 'a' }),
    message: DAMAGED,
  },
  {
    what: 'a zip bomb in one part',
    content: () => wordDocument('a', zeros('word/a.xml', 101)),
    message: TOO_LARGE_UNPACKED,
  },
  {
    what: 'a zip bomb over several parts',
    content: () => wordDocument('a', ...Array.from({ length: 6 }, (_, n) => zeros(`word/${n}.xml`, 18))),
    message: TOO_LARGE_UNPACKED,
  },
  {
    what: 'thousands of parts',
    content: () =>
      wordDocument('a', ...Array.from({ length: 2000 }, (_, n) => ({ name: `word/${n}.xml`, content: 'a' }))),
    message: TOO_LARGE_UNPACKED,
  },
  ...['a', 'xmlns:a'].map((name) => ({
    what: `an element with thousands of attributes ${name}`,
    content: () =>
      wordDocumentWith({ body: `<w:p ${Array.from({ length: 5_000 }, (_, n) => `${name}${n}="b"`).join(' ')}/>` }),
    message: TOO_LARGE_UNPACKED,
  })),
  {
    what: 'a document of more than 10 MB',
    content: () => wordDocument('a', { name: 'word/media/a.jpg', content: randomBytes(10 * 1024 ** 2) }),
    message: 'This document is too large: use at most 10 MB.',
  },
];
