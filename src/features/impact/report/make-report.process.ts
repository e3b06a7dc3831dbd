import { answerWith } from '../../../platform/file-processes/answer-in-process.ts';
import { compile } from '../../boards/look-book/document/typst.ts';
import type { NumbersTable } from '../yearly/tables.ts';

/** The input of the process: what the report says, and a folder for its files. */
export interface ReportTask {
  readonly report: {
    readonly title: string;
    readonly siteName: string;
    readonly languageCode: string;
    readonly paragraphs: readonly string[];
    readonly tables: readonly NumbersTable[];
  };
  readonly folder: string;
}

const TEMPLATE = new URL('./report.typ', import.meta.url);

await answerWith(async (content) => {
  const { report, folder } = JSON.parse(String(content)) as ReportTask;
  const { compiler, document } = await compile([TEMPLATE], report, folder, (clean) => clean);
  // The package declares its options as an enum, which type stripping cannot import.
  return compiler.pdf(document, { pdfStandard: 'ua-1' as never }).toString('base64');
});
