import type { Change } from '../../../../ui/ChangesDialog.tsx';
import type { LocationRecord } from '../../record/schema.ts';
import { RECORD_FIELDS, getLabel } from '../../fields/lookup.ts';
import { inWords, isSame } from '../../fields/values.ts';

/** In what a location is another than somebody has seen: its fields, and its images as everyone would see them. */
export function describeChanges(before: LocationRecord, now: LocationRecord): Change[] {
  const fields = RECORD_FIELDS.filter((field) => !isSame(before[field], now[field])).map((field) => ({
    label: getLabel(field),
    before: inWords(field, before[field]),
    now: inWords(field, now[field]),
  }));
  if (before.images_version === now.images_version) return fields;
  const same = before.images === now.images;
  const words = `${imagesInWords(now.images)}${same ? ', of which some are others, or are shown otherwise' : ''}`;
  return [...fields, { label: 'Images', before: imagesInWords(before.images), now: words }];
}

function imagesInWords(count: number): string {
  return count === 1 ? '1 image' : `${count} images`;
}
