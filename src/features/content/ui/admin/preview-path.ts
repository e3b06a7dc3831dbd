/** Paths of system pages that differ from their names; null for pages that the Locations Team cannot open. */
const PATH_OVERRIDES: Readonly<Record<string, string | null>> = {
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

/** Returns the path that previews a draft; null if the Locations Team cannot open it. @param locationUrl of any published location */
export function getPreviewPath(name: string, locationUrl: string | undefined): string | null {
  const path = name in PATH_OVERRIDES ? PATH_OVERRIDES[name] : `/${name}`;
  if (path === null || path === undefined) return null;
  if (name === 'location-details' || name === 'location-enquiry') {
    const parent = name === 'location-details' ? 'find-a-location' : name;
    return locationUrl ? `/${parent}/${locationUrl}?preview=${name}` : null;
  }
  return `${path}?preview=${name}`;
}
