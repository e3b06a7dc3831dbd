import type { ConsentArea } from './schema.ts';

export const FILMING_PERMISSIONS = 'Filming permissions';
export const OTHER_PERMISSIONS = 'You may need other permissions too, such as the owner’s.';
export const POSITION_NOT_PUBLIC =
  'The exact position of this location is not public, so it may be inside other areas too. Ask when you enquire.';
export const PUBLIC_SEES_FEWER =
  'The exact position of this location is not public. The public sees only those areas that contain the whole circle on the map.';

/** Says who consents to filming in an area, in one line: 'Inside Holyrood Park (scheduled monument): consent by …, notice 28 days'. */
export function describeConsentArea({ name, kind, authority, notice }: ConsentArea): string {
  const place = kind === null ? name : `${name} (${kind})`;
  return `Inside ${place}: consent by ${authority}${notice === null ? '' : `, notice ${notice}`}`;
}

/** The same with fees and contact, for documents. */
export function describeConsentAreaInFull(area: ConsentArea): string {
  const contact = [area.contact, area.telephone, area.email, area.link].filter((text) => text !== null).join(', ');
  return [
    describeConsentArea(area),
    ...(area.fees === null ? [] : [`Fees: ${area.fees}`]),
    ...(contact === '' ? [] : [`Contact: ${contact}`]),
  ].join('. ');
}
