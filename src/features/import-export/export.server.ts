import { FIRST_ID, keysetBatches } from '../../platform/db/keyset.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { listRecordsAfter } from './queries.server.ts';
import type { ExistingLocation } from './imported-location.ts';
import { COLUMN_NAMES, EXPORT_COLUMNS } from './columns.ts';
import type { Value } from './schema.ts';
import { escapeCell } from './source.ts';
import { FACET_FIELDS, OPTION_SEPARATOR } from '../locations/catalogue/schema.ts';

const BATCH = 1_000;

/**
 * Exports all working copies as CSV, in chunks of text. Importing it changes nothing, or restores them in an empty catalogue.
 * Contains internal fields too. Read it in a snapshot.
 */
export async function* exportLocations(snapshot: Db): AsyncGenerator<string, void, void> {
  yield toLine(EXPORT_COLUMNS);
  const batches = keysetBatches(BATCH, (after?: { id: string }) =>
    listRecordsAfter(snapshot, after?.id ?? FIRST_ID, BATCH),
  );
  for await (const records of batches) yield records.map(toCells).map(toLine).join('');
}

function toCells({ values, options }: ExistingLocation): readonly Value[] {
  return [
    ...COLUMN_NAMES.map((column) => values[column]),
    ...FACET_FIELDS.map((field) => options[field].join(OPTION_SEPARATOR)),
  ];
}

function toLine(cells: readonly Value[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: Value): string {
  const text = escapeCell(String(value ?? ''));
  return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
