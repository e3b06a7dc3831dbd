import { z } from 'zod';
import { pageParams } from '../../../../platform/http/paging.ts';
import { type FilmedFilters, filmedLocations } from './contract.ts';

const { title, year } = filmedLocations.input.shape;
/** Invalid parameters are left out, as are the empty fields of the form. */
const params = z.object({
  title: z.preprocess((value) => value || undefined, title).catch(undefined),
  year: z.preprocess((value) => value || undefined, year).catch(undefined),
  page: pageParams.shape.page.catch(1),
});

/** Reads the filters and the page from the URL of the page. */
export function parseFilmedSearch(raw: Readonly<Record<string, unknown>>): { filters: FilmedFilters; page: number } {
  const { page, ...filters } = params.parse(raw);
  return { filters, page };
}

/** Returns the URL of a page of the list. */
export function toFilmedHref({ title, year }: FilmedFilters, page: number): string {
  const search = new URLSearchParams({
    ...(title && { title }),
    ...(year && { year: String(year) }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return `/filmed-here${search && `?${search}`}`;
}
