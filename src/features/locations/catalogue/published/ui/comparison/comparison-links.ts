import { readItem, writeItem } from '../../../../../../ui/browser-storage.ts';

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

const BACK = 'compared-from';

/** Stores the URL of the list whose locations are compared next in this tab, for a link back to it. */
export function storeComparedFrom(href: string): void {
  writeItem('sessionStorage', BACK, href);
}

/** Returns the URL of the list whose locations are compared; undefined without one. */
export function readComparedFrom(): string | undefined {
  return readItem('sessionStorage', BACK);
}
