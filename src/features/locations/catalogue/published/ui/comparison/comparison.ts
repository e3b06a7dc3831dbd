/** Locations that are shown side by side. */
export const MAX_COMPARED = 4;

/** Returns the URL names of the locations in the parameters of the page that compares them, each once. */
export function parseComparison({ location = [] }: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([location].flat().map(String))];
}

/** Returns the URL of a comparison. */
export function formatComparisonHref(locationUrls: readonly string[]): string {
  return `/compare?${new URLSearchParams(locationUrls.map((name) => ['location', name]))}`;
}
