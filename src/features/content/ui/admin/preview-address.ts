/** Where the pages that the site needs are, other than at their names; null where only an owner, or a mail, leads to them. */
const OTHER_ADDRESSES: Readonly<Record<string, string | null>> = {
  home: '/',
  menu: '/',
  footer: '/about',
  'archived-boards': '/boards/archived',
  'private-boards': '/boards/private',
  'email-not-verified': null,
  'location-form': null,
  locations: null,
  'verify-email': null,
};

/**
 * The address at which a draft can be looked at as it would be, or null where nobody of the Locations Team can.
 * @param locationUrl of any published location
 */
export function getPreviewAddress(name: string, locationUrl: string | undefined): string | null {
  const address = name in OTHER_ADDRESSES ? OTHER_ADDRESSES[name] : `/${name}`;
  if (address === null || address === undefined) return null;
  if (name === 'location-details' || name === 'location-enquiry') {
    const parent = name === 'location-details' ? 'find-a-location' : name;
    return locationUrl ? `/${parent}/${locationUrl}?preview=${name}` : null;
  }
  return `${address}?preview=${name}`;
}
