import { FIELDS, type RecordField } from '../locations/catalogue/fields/lookup.ts';
import { FACET_FIELDS, type FacetField, isFacetField } from '../locations/catalogue/schema.ts';

export const FIELDS_WITH_COLUMN = FIELDS.filter(({ name }) => !isFacetField(name));

export type Column =
  | Exclude<RecordField, FacetField>
  | 'id'
  | 'dynamicsid'
  | 'sample'
  | 'creationdate'
  | 'lastmodificationdate';

/** The columns of a location. The browser needs their names without their parsers. */
export const COLUMN_NAMES: readonly Column[] = [
  'id',
  ...FIELDS_WITH_COLUMN.map(({ name }) => name as Column),
  ...(['dynamicsid', 'sample', 'creationdate', 'lastmodificationdate'] as const),
];

export type ImportColumn = Column | FacetField;
export const IMPORT_COLUMNS: readonly ImportColumn[] = [...COLUMN_NAMES, ...FACET_FIELDS];
