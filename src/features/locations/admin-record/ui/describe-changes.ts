import type { Change } from '../../../../ui/StaleDataDialog.tsx';
import type { LocationRecord } from '../schema.ts';
import { RECORD_FIELDS, getLabel } from '../../catalogue/fields/lookup.ts';
import { formatValue, isSame } from '../../catalogue/fields/values.ts';
import { compareFacts } from '../../catalogue/production-facts/compare-facts.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';

/** Lists the differences of fields, production facts and images between two versions of a location. */
export function describeChanges(before: LocationRecord, now: LocationRecord): Change[] {
  const fields = RECORD_FIELDS.filter((field) => !isSame(before[field], now[field])).map((field) => ({
    label: getLabel(field),
    before: formatValue(field, before[field]),
    now: formatValue(field, now[field]),
  }));
  const facts = compareFacts(before.production_facts, now.production_facts).map((fact) => ({
    label: fact.label,
    before: fact.before || 'Nothing',
    now: fact.after || 'Nothing',
  }));
  const changes = [...fields, ...facts];
  if (before.images_version === now.images_version) return changes;
  const isSameCount = before.images === now.images;
  const changed = `${formatImages(now.images)}${isSameCount ? ', some of which have been replaced or edited' : ''}`;
  return [...changes, { label: 'Images', before: formatImages(before.images), now: changed }];
}

function formatImages(count: number): string {
  return formatCount(count, 'image');
}
