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

/** Columns of files only: other ways to give latitude and longitude. */
export const POSITION_COLUMNS = ['position', 'easting', 'northing'] as const;
export type PositionColumn = (typeof POSITION_COLUMNS)[number];

/** Columns of files only, beside a folder of photographs: file names, captions and credits. */
export const PHOTOGRAPH_COLUMNS = ['photographs', 'photograph_captions', 'photograph_credits'] as const;
export type PhotographColumn = (typeof PHOTOGRAPH_COLUMNS)[number];
/** Texts of the cells of a row; a column that the file does not have is missing. */
export type PhotographCells = Readonly<Partial<Record<PhotographColumn, string>>>;

export type ExportColumn = Column | FacetField;
export const EXPORT_COLUMNS: readonly ExportColumn[] = [...COLUMN_NAMES, ...FACET_FIELDS];
export type ImportColumn = ExportColumn | PositionColumn;
export const IMPORT_COLUMNS: readonly ImportColumn[] = [...EXPORT_COLUMNS, ...POSITION_COLUMNS];
