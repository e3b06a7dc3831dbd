import type { Cell } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { getGazetteer } from '../../geography/gazetteer/queries.server.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { listOptionsByPosition } from '../../locations/catalogue/options/queries.server.ts';
import { isFacetField } from '../../locations/catalogue/schema.ts';
import { type ExportColumn, EXPORT_COLUMNS } from '../columns.ts';
import { getColumnLabel } from './schema.ts';

/** Set by the product, or from another system. */
const NOT_IN_TEMPLATE: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  ...(['id', 'dynamicsid', 'sample', 'creationdate', 'lastmodificationdate'] as const),
]);

const TEMPLATE_COLUMNS = EXPORT_COLUMNS.filter((column) => !NOT_IN_TEMPLATE.has(column));

export const getTemplateHeadings = () => TEMPLATE_COLUMNS.map(getColumnLabel);

/** The example row of the template: a new location in the largest town of the region, with options of this site. */
export async function getTemplateRow(db: Db): Promise<Cell[]> {
  const options = await listOptionsByPosition(db);
  const example = createExample();
  // The local authority is left out: an import derives it from the position.
  const getExample = (column: ExportColumn) =>
    isFacetField(column) && column !== 'localauthority'
      ? options.find(({ field }) => field === column)?.name
      : example[column];
  return TEMPLATE_COLUMNS.map((column) => getExample(column) ?? '');
}

/** Without a legacy id, which could be that of a location of this site. */
function createExample(): Readonly<Partial<Record<ExportColumn, Cell>>> {
  const town = getGazetteer().towns[0]!;
  return {
    title: 'Weir Mill',
    description: 'An example: delete this row. A mill with its wheel, unused since 1950.',
    address1: '1 Weir Road',
    postcode: getRegionRules().postcode?.example,
    nearesttown: town.name,
    latitude: town.latitude,
    longitude: town.longitude,
    map_precision: 'near',
    exporttowebsite: 'no',
    featured: 'no',
    datevisited: '2026-11-12',
  };
}
