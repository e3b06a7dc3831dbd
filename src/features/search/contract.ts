import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { FACET_FIELDS, RANGE_FIELDS, locationCard } from '../locations/catalogue/schema.ts';
import { searchedPlace } from './query-parsing/searched-place.ts';
import { querySummary } from './query-parsing/query-summary.ts';
import { SUGGESTION_KINDS } from './search-engine.ts';
import { MAX_PLACE_LENGTH, MAX_QUERY_LENGTH, MAX_SUGGESTIONS, bboxParam, searchInput } from './schema.ts';

export const searchLocations = route('GET', '/locations', {
  summary:
    'Searches the published locations. Returns a page of results, exact totals, and the count of each filter option',
  access: 'public',
  input: searchInput.extend({ currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
  output: z.object({
    data: z.array(locationCard),
    meta: z.object({
      page: z.object({ current: z.number(), size: z.number(), total_results: z.number() }),
      /** Indexed words that the query matched, to highlight in titles. */
      terms: z.array(z.string()),
      understood: querySummary,
      /** How many results have what the words were understood as. In order of best match they come first; the others are similar. */
      fitting: z.number(),
      /** The place of the filter or the words: where the map opens, and what distances are measured from. */
      place: searchedPlace.nullable(),
      /** Similar categories to those of the filter, else of the words, if nothing was found. */
      relatedCategories: z.array(z.string()),
      /** Ids of the results on this page that are likely unavailable on one of the days. */
      likely: z.array(z.string()),
      generation: z.number(),
    }),
    filters: z.array(
      z.object({
        name: z.string(),
        field: z.enum(FACET_FIELDS),
        options: z.array(z.object({ name: z.string(), total: z.number() })),
      }),
    ),
    /** The values of number filters under the other filters; null if no location has one. */
    ranges: z.array(
      z.object({
        name: z.string(),
        field: z.enum(RANGE_FIELDS),
        min: z.number().nullable(),
        max: z.number().nullable(),
      }),
    ),
  }),
  isCacheable: true,
  uncachedBy: 'dates',
});
export type SearchResult = z.output<typeof searchLocations.output>;

export const searchMarkers = route('GET', '/locations/markers', {
  summary: 'Returns the matches of a search inside a map view: single ones, and clusters where they would overlap',
  access: 'public',
  input: searchInput.extend({ view: bboxParam, zoom: z.coerce.number().min(0).max(22) }),
  output: z.object({
    points: z.array(
      locationCard
        .pick({ id: true, title: true, locationurl: true, map_precision: true })
        .extend({ latitude: z.number(), longitude: z.number() }),
    ),
    clusters: z.array(
      z.object({
        latitude: z.number(),
        longitude: z.number(),
        total: z.number(),
        bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly(),
      }),
    ),
  }),
  isCacheable: true,
  uncachedBy: 'dates',
});

export const suggestLocations = route('GET', '/locations/suggestions', {
  summary: 'Returns at most four suggestions and three results for the start of a query',
  access: 'public',
  input: z.object({
    query: z.string().trim().max(MAX_QUERY_LENGTH),
    size: z.coerce.number().int().min(1).max(MAX_SUGGESTIONS).default(MAX_SUGGESTIONS),
  }),
  output: z.object({
    suggestions: z.array(z.object({ kind: z.enum(SUGGESTION_KINDS), text: z.string(), detail: z.string().optional() })),
    locations: z.array(locationCard),
    terms: z.array(z.string()),
  }),
  isCacheable: true,
});
export type Suggestions = z.output<typeof suggestLocations.output>;

export const findPlaces = route('GET', '/locations/places', {
  summary: 'Returns at most eight names of places that start with a text, and whether the whole text names a place',
  access: 'public',
  input: z.object({ query: z.string().trim().max(MAX_PLACE_LENGTH) }),
  output: z.object({ names: z.array(z.string()), isPlace: z.boolean() }),
  isCacheable: true,
});

export const featuredLocations = route('GET', '/locations/featured', {
  summary: 'Lists featured locations',
  access: 'public',
  input: z.object({ n: z.coerce.number().int().min(1).max(20).default(4) }),
  output: z.array(locationCard),
  isCacheable: true,
});

export const similarLocations = route('GET', '/locations/{id}/similar', {
  summary: 'Lists published locations like this one',
  access: 'public',
  input: z.object({ id: z.uuid(), n: z.coerce.number().int().min(1).max(20).default(4) }),
  output: z.array(locationCard),
  isCacheable: true,
});

export const optionCounts = route('GET', '/locations/counts', {
  summary: 'Counts the published locations with each filter option',
  access: 'public',
  output: searchLocations.output.shape.filters,
  isCacheable: true,
});
