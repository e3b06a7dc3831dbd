import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';
import { FIGURE_NAMES, figure } from './schema.ts';

export const overview = route('GET', '/overview', {
  summary:
    'Returns the figures of the overview: what waits, enquiries, economic impact, searches without results, the state of the catalogue. A film office gets those about its area',
  access: 'overview.view',
  output: z.object({
    figures: z.partialRecord(z.enum(FIGURE_NAMES), figure),
    /** Whether the site has any location, also unpublished ones. */
    has_locations: z.boolean(),
  }),
});

export const councilMap = route('GET', '/overview/map', {
  summary: 'Returns the outlines of the local authorities as SVG paths',
  access: 'overview.view',
  output: z.object({
    width: z.number(),
    height: z.number(),
    areas: z.array(z.object({ name: z.string(), path: z.string() })),
  }),
});

export const exportFigure = route('GET', '/overview/{name}/export', {
  summary: 'Exports a figure of the overview as CSV',
  access: 'overview.view',
  input: z.object({ name: z.string().max(50) }),
  ...CSV,
});
