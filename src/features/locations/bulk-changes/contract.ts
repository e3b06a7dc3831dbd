import { z } from 'zod';
import { EXPORT_FORMATS } from '../catalogue/export-formats/schema.ts';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV, file } from '../../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { listParams } from '../admin-list/schema.ts';
import { candidate } from '../ownership/schema.ts';
import { ITEM_STATES, bulkAction, bulkChange, bulkChangeDetails, bulkItem, selection } from './schema.ts';

const params = z.object({ id: z.uuid() });
const ACCESS = 'location.change-many';

export const previewBulkChange = route('POST', '/admin/bulk-changes', {
  summary:
    'Checks a change of many locations: which it would change, which have the value already, and which it refuses',
  access: ACCESS,
  input: z.object({ selection, action: bulkAction }),
  output: bulkChangeDetails,
  limit: { calls: 60, seconds: 600 },
  created: '/admin/bulk-changes/{id}',
});

export const bulkChanges = route('GET', '/admin/bulk-changes', {
  summary: 'Lists the changes of many locations, the latest first',
  access: ACCESS,
  input: tableParams(['created_at']),
  output: pageSchema(bulkChange),
});

export const bulkChangeById = route('GET', '/admin/bulk-changes/{id}', {
  summary: 'Returns a change of many locations with its progress',
  access: ACCESS,
  input: params,
  output: bulkChangeDetails,
});

export const bulkItems = route('GET', '/admin/bulk-changes/{id}/locations', {
  summary: 'Lists the locations of a change by title, with what becomes of each',
  access: ACCESS,
  input: tableParams(['title']).extend({ id: z.uuid(), state: z.enum(ITEM_STATES).optional() }),
  output: pageSchema(bulkItem),
});

export const exportBulkItems = route('GET', '/admin/bulk-changes/{id}/export', {
  summary: 'Exports the report of a change of many locations as CSV',
  access: ACCESS,
  input: params.extend({ state: z.enum(ITEM_STATES).optional() }),
  ...CSV,
});

export const startBulkChange = route('POST', '/admin/bulk-changes/{id}/start', {
  summary: 'Starts a checked change. Locations that were changed since it was checked are left out',
  access: ACCESS,
  input: params,
  output: bulkChangeDetails,
  limit: ADDING_RATE,
});

export const cancelBulkChange = route('POST', '/admin/bulk-changes/{id}/cancel', {
  summary: 'Stops a running change. The locations that it has changed stay changed, and can be undone',
  access: ACCESS,
  input: params,
  output: bulkChangeDetails,
});

export const undoBulkChange = route('POST', '/admin/bulk-changes/{id}/undo', {
  summary:
    'Gives the locations their former values, except those that were changed since. Returns 409 an hour after the change has ended',
  access: ACCESS,
  input: params,
  output: bulkChangeDetails,
  limit: ADDING_RATE,
});

export const discardBulkChange = route('DELETE', '/admin/bulk-changes/{id}', {
  summary: 'Deletes a checked change that was not started',
  access: ACCESS,
  input: params,
});

export const bulkOwnerCandidates = route('GET', '/admin/bulk-changes/owner-candidates', {
  summary: 'Lists the owners to whom locations can be assigned, by last name',
  access: ACCESS,
  input: z.object({
    /** Words; each is a prefix of a word in the names or the email address. */
    query: singleLine.max(100).default(''),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  output: pageSchema(candidate),
});

export const exportSelection = route('POST', '/admin/locations/export-selection', {
  summary: 'Exports the selected locations in the order of the list, as CSV, GeoJSON, KML or GPX',
  access: 'location.administer',
  input: z.object({ selection, sort: listParams.shape.sort, format: z.enum(EXPORT_FORMATS).default('csv') }),
  output: file,
  contentType: 'application/octet-stream',
  limit: { calls: 10, seconds: 60 },
});
