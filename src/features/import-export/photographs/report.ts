import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import type { MatchedPhotograph, PhotographFinding } from './schema.ts';

const MAX_LINES = 200;
/** Files that one line names. */
const MAX_NAMES = 3;

/** What an import of photographs will do. */
export interface PhotographReport {
  readonly accepted: readonly MatchedPhotograph[];
  readonly leftOut: readonly PhotographFinding[];
  readonly warnings: readonly PhotographFinding[];
  /** Those that this or another import of the same folder and table has added before. */
  readonly importedBefore: number;
}

/** Formats what an import of photographs will do: which rows get which files, and what is left out. */
export function formatPhotographReport({ accepted, leftOut, warnings, importedBefore }: PhotographReport): string {
  const byRow = [...Map.groupBy(accepted, ({ row }) => row)];
  const toPlan = ([row, photographs]: (typeof byRow)[number]) => {
    const files = formatNames(photographs.map(({ file }) => file.path));
    return `line ${row.line}, ${row.title}: ${files}`;
  };
  const before = importedBefore > 0 ? `, ${formatNumber(importedBefore)} imported before` : '';
  return [
    ...formatList('Photographs of rows', byRow.map(toPlan)),
    ...formatNotes(warnings),
    ...formatList('Photographs left out', formatFindings(leftOut)),
    `${formatCount(accepted.length, 'photograph')} for ${formatCount(byRow.length, 'location')}, ${formatNumber(leftOut.length)} left out${before}.`,
  ].join('\n');
}

/** Formats what is to be noted. */
export function formatNotes(findings: readonly PhotographFinding[]): string[] {
  return formatList('Notes on photographs', formatFindings(findings));
}

/** Formats what was left out after all. */
export function formatLeftOut(findings: readonly PhotographFinding[]): string[] {
  return formatList('Photographs left out', formatFindings(findings));
}

/** What is the same for several photographs of a row is one line. */
function formatFindings(findings: readonly PhotographFinding[]): string[] {
  const groups = Map.groupBy(findings, ({ line, name, message }) => `${line ?? name} ${message}`);
  return [...groups.values()].map((group) => {
    const { line = null, message = '' } = group[0] ?? {};
    return `${line === null ? '' : `line ${line}, `}${formatNames(group.map(({ name }) => name))}: ${message}`;
  });
}

function formatNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

function formatList(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LINES;
  return [
    `${title} (${formatNumber(lines.length)}):`,
    ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${formatNumber(more)} more: --report=FILE lists all`] : []),
    '',
  ];
}

export const REPORT_HEADINGS = ['Line', 'Location', 'File', 'Result', 'Reason', 'Caption', 'Credit'];

/** The rows of the report as a file: one for each photograph, and for each name without one. */
export function listReportRows(
  { accepted, leftOut, warnings }: Omit<PhotographReport, 'importedBefore'>,
  result: 'To import' | 'Imported',
): (string | number | null)[][] {
  const toRow = (result: string) => (finding: PhotographFinding) => [
    finding.line,
    null,
    finding.name,
    result,
    finding.message,
  ];
  return [
    ...accepted.map(({ row, file, caption, credit }) => [
      row.line,
      row.title,
      file.path,
      result,
      null,
      caption,
      credit,
    ]),
    ...warnings.map(toRow('Note')),
    ...leftOut.map(toRow('Left out')),
  ];
}
