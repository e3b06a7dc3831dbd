import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { optionReplacements } from '../option-replacements.ts';
import {
  MAX_ROWS,
  ROW_GROUPS,
  ROW_RESULTS,
  columnMapping,
  fileName,
  importDetails,
  importRow,
  importSummary,
} from './schema.ts';

const ACCESS = 'location.import';
const params = z.object({ id: z.uuid() });
/** A command about the version that the user has confirmed: another one is never meant, so it is not optional as elsewhere. */
const command = params.extend({ expectedVersion: z.number().int() });

const rowFilters = {
  result: z.enum(ROW_RESULTS).optional(),
  /** Only new locations that look like one that the catalogue has already. */
  duplicates: z.literal('true').optional(),
  /** Only rows that would put their location outside the region. */
  outside: z.literal('true').optional(),
};

export const uploadImport = route('POST', '/admin/imports', {
  summary: 'Uploads a file of locations to import: CSV or XLSX, at most 20 MB and 10,000 rows. Changes no location',
  access: ACCESS,
  body: 'multipart',
  input: z.object({ name: fileName, file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }) }),
  output: importDetails,
  limit: { calls: 60, seconds: 600 },
  created: '/admin/imports/{id}',
});

export const imports = route('GET', '/admin/imports', {
  summary: 'Lists the uploaded files that are not imported yet, the latest first',
  access: ACCESS,
  output: z.array(importSummary),
});

export const importTemplate = route('GET', '/admin/imports/template', {
  summary: 'Returns a CSV file with the headings of all fields and an example',
  access: ACCESS,
  ...CSV,
});

export const importById = route('GET', '/admin/imports/{id}', {
  summary: 'Returns an uploaded file with its columns, and the progress and the numbers of its dry run',
  access: ACCESS,
  input: params,
  output: importDetails,
});

export const chooseImportSheet = route('POST', '/admin/imports/{id}/sheet', {
  summary: 'Chooses the sheet of a workbook that is imported, and suggests fields for its columns. Changes no location',
  access: ACCESS,
  input: command.extend({ sheet: z.number().int() }),
  output: importDetails,
});

export const checkImport = route('POST', '/admin/imports/{id}/check', {
  summary:
    'Saves which column is which field, and which options replace names that are none, and starts the dry run. Changes no location',
  access: ACCESS,
  input: command.extend({
    mapping: columnMapping,
    createOptions: z.boolean(),
    /** By default those of the last dry run of a file with these headings. */
    replacements: optionReplacements.optional(),
  }),
  output: importDetails,
  limit: ADDING_RATE,
});

export const reopenImport = route('POST', '/admin/imports/{id}/reopen', {
  summary: 'Stops or discards the dry run, to choose other fields',
  access: ACCESS,
  input: command,
  output: importDetails,
});

export const importRows = route('GET', '/admin/imports/{id}/rows', {
  summary: 'Lists the rows of a file with what their import would do',
  access: ACCESS,
  input: tableParams(['line']).extend({ id: z.uuid(), ...rowFilters }),
  output: pageSchema(importRow),
});

export const selectImportRows = route('POST', '/admin/imports/{id}/rows', {
  summary:
    'Chooses whether rows of a checked file are imported: by line, all outside the region, or all likely duplicates',
  access: ACCESS,
  input: command.extend({
    isSelected: z.boolean(),
    rows: z.union([z.enum(ROW_GROUPS), z.array(z.number().int().positive()).min(1).max(MAX_ROWS)]),
  }),
  output: importDetails,
});

export const exportImportRows = route('GET', '/admin/imports/{id}/export', {
  summary: 'Exports the report of a dry run as CSV',
  access: ACCESS,
  input: params.extend(rowFilters),
  ...CSV,
});

export const applyImport = route('POST', '/admin/imports/{id}/apply', {
  summary:
    'Starts the import of the selected rows of a checked file as a bulk change. Locations that were changed since are left out',
  access: ACCESS,
  input: command,
  output: importDetails,
  limit: ADDING_RATE,
});

export const discardImport = route('DELETE', '/admin/imports/{id}', {
  summary: 'Deletes an uploaded file that is not imported',
  access: ACCESS,
  input: params,
});
