import { getRegionLabel } from '../../geography/region-rules.ts';
import { GROUPINGS, type Grouping } from './schema.ts';

/** What figures are grouped by, in the words of the region. */
export function formatGrouping(by: Grouping): string {
  return by === 'COUNCIL' ? getRegionLabel('localAuthority') : GROUPINGS[by];
}
