import { sql } from 'kysely';
import type { Cell } from '../../../platform/text/csv.ts';
import type { ExportedLocation } from '../catalogue/export-formats/location-file.server.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { type WorkingCopy, getWorkingCopies } from '../working-copy/queries.server.ts';
import { OPTION_SEPARATOR, getLocationPath } from '../catalogue/schema.ts';
import { readAllListed, toAdministeredFilter } from './queries.server.ts';
import { CONTENT_STATUS_LABELS, LOCATION_STATUS_LABELS } from '../working-copy/schema.ts';
import { type ListParams, getListLabel } from './schema.ts';
import type { Caller } from '../working-copy/policy.ts';
import { RECORD_FIELDS, TEAM_FIELDS, type TeamFields, getLabel } from '../catalogue/fields/lookup.ts';

/** The columns of the list come first, in its order. */
const FIRST_FIELDS = ['locationidentifier', 'title', 'nearesttown', 'localauthority'] as const;
const OTHER_FIELDS = RECORD_FIELDS.filter(
  (field) => !(FIRST_FIELDS as readonly string[]).includes(field) && field !== 'exporttowebsite',
);

/** Returns the column headings of the CSV file. */
export const getLocationHeadings = (): string[] => [
  'Id',
  ...FIRST_FIELDS.map(getListLabel),
  'Status',
  'Location Status',
  'Last Modification Date',
  getListLabel('exporttowebsite'),
  'Has Images',
  ...OTHER_FIELDS.map(getLabel),
  'Creation Date',
  'Sent for approval',
  'Public page',
  'Account holder',
  'Account holder email',
  'Account holder telephone',
  'Primary contact',
  'Primary contact email',
  'Primary contact telephone',
];

/** The rows of the CSV file of all matching locations: every field, the owner and the primary contact. */
export async function* readLocationsForExport(
  db: Db,
  caller: Caller,
  { siteUrl, ...params }: ListParams & { siteUrl: string },
): AsyncGenerator<(readonly Cell[])[], void, void> {
  const toFilter = (snapshot: Db) => toAdministeredFilter(snapshot, caller, params);
  for await (const batch of readExportedLocations(db, { sort: params.sort, toFilter, siteUrl }))
    yield batch.map(({ cells }) => cells);
}

/** The listed locations with every field, the owner and the primary contact, in batches, with exact positions. Addresses of pages are complete, for use outside the site. */
export function readExportedLocations(
  db: Db,
  { siteUrl, ...listed }: Parameters<typeof readAllListed>[1] & { siteUrl: string },
): AsyncGenerator<ExportedLocation[], void, void> {
  return readAllListed(db, listed, async (snapshot, ids) => {
    const [copies, relatedData] = [await getWorkingCopies(snapshot, ids), await getRelatedData(snapshot, ids)];
    return ids.flatMap((id) => {
      const [copy, row] = [copies.get(id), relatedData.get(id)];
      return copy && row ? [toExportedLocation(copy, row, siteUrl)] : [];
    });
  });
}

function toExportedLocation(copy: WorkingCopy, row: RelatedData, siteUrl: string): ExportedLocation {
  const values: Readonly<Record<string, unknown>> = { ...row, ...copy.fields };
  const { id, publishedurl } = copy;
  const { latitude, longitude } = copy.fields;
  const cells = [
    id,
    ...FIRST_FIELDS.map((field) => toCell(values[field])),
    CONTENT_STATUS_LABELS[copy.status],
    LOCATION_STATUS_LABELS[copy.location_status],
    copy.lastmodificationdate.toISOString(),
    row.exporttowebsite,
    row.hasimages,
    ...OTHER_FIELDS.map((field) => toCell(values[field])),
    copy.creationdate.toISOString(),
    copy.submitted_at?.toISOString(),
    publishedurl === null ? null : siteUrl + getLocationPath({ locationurl: publishedurl }),
    row.owner,
    row.owner_email,
    row.owner_telephone,
    row.contact,
    row.contact_email,
    row.contact_telephone,
  ];
  return { cells, latitude, longitude };
}

function toCell(value: unknown): Cell {
  return Array.isArray(value) ? value.join(OPTION_SEPARATOR) : (value as Cell);
}

interface RelatedData extends TeamFields {
  readonly id: string;
  readonly hasimages: boolean;
  readonly owner: string | null;
  readonly owner_email: string | null;
  readonly owner_telephone: string | null;
  readonly contact: string | null;
  readonly contact_email: string | null;
  readonly contact_telephone: string | null;
}

/** Returns data outside the working copies, by location. */
async function getRelatedData(db: Db, ids: readonly string[]): Promise<Map<string, RelatedData>> {
  const { rows } = await sql<RelatedData>`
    select l.id, ${sql.join(TEAM_FIELDS.map((field) => sql.ref(`l.${field}`)))}, listed.hasimages,
      u.first_name || ' ' || u.last_name as owner, u.email as owner_email, u.telephone1 as owner_telephone,
      c.firstname || ' ' || c.lastname as contact, c.email as contact_email, c.telephone as contact_telephone
    from locations l join location_list listed using (id) left join users u on u.id = l.owner_id
      left join contacts c on c.location_id = l.id and c.is_primary
    where l.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
