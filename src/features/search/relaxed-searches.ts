import { takeInTurn } from './engine/collections/take-in-turn.ts';
import { getLocale } from '../../platform/text/locale.ts';
import { getKilometresBetween } from '../geography/measure.ts';
import type { BoundingBox } from '../geography/schema.ts';
import type { SearchResult } from './contract.ts';
import { WORDS } from './messages.ts';
import { MAX_WITHIN_KM } from './schema.ts';
import {
  type SearchParams,
  describePlace,
  formatBbox,
  listActiveFilters,
  parseBbox,
  parseOutline,
  replaceInQuery,
  withParams,
} from './search-params.ts';
import { getOutlineBounds } from './query-parsing/area-bounds.ts';
import { getNearKilometres } from './query-parsing/distances.ts';

/** A search that is close to one without results. */
export interface SimilarSearch {
  /** Whether a condition is removed, or changed to a similar one. */
  readonly action: 'Remove' | 'Change';
  /** The condition. */
  readonly label: string;
  /** The removed value, or the new value. */
  readonly value: string;
  readonly params: SearchParams;
}

/** The description of a search without results. */
type Findings = Pick<SearchResult['meta'], 'understood' | 'place' | 'relatedCategories'>;
type Part = Findings['understood']['parts'][number];

/** Similar searches, by what is different: a wider area, one condition less, fewer words, another kind. */
export function listSimilarSearches(params: SearchParams, findings: Findings): SimilarSearch[][] {
  const conditions = listConditions(params);
  return [
    [...listWiderAreas(params, findings.place), ...listWiderPlaces(params, findings)],
    // Without its only words, a search is no longer close to what was typed.
    conditions.length === 1 && params.query ? [] : conditions,
    listFewerWords(params, findings.understood),
    listOtherKinds(params, findings),
  ];
}

const MAX_SIMILAR_SEARCHES = 6;

/** Selects the similar searches that find something: the best of each kind first. */
export function selectSimilarSearches<Counted extends { readonly total: number }>(
  kinds: readonly (readonly Counted[])[],
): Counted[] {
  const found = kinds.map((kind) => kind.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total));
  return takeInTurn(found).slice(0, MAX_SIMILAR_SEARCHES);
}

/** The selected options of one field are one condition. */
function listConditions(params: SearchParams): SimilarSearch[] {
  const all: SimilarSearch[] = [];
  for (const [field, filters] of Map.groupBy(listActiveFilters(params), (filter) => filter.field)) {
    const value = filters.map((filter) => filter.value).join(', ');
    all.push({
      action: 'Remove',
      label: filters[0]!.label,
      value,
      params: withParams(params, { [field]: undefined }),
    });
  }
  if (params.query) all.push(removeWords(params.query, withParams(params, { query: undefined })));
  return all;
}

function removeWords(words: string, params: SearchParams): SimilarSearch {
  return { action: 'Remove', label: WORDS, value: `‘${words}’`, params };
}

/** The search without each part of its words that the results must match. */
function listFewerWords(params: SearchParams, { parts }: Findings['understood']): SimilarSearch[] {
  const required = parts.filter(({ dropped }) => !dropped);
  const unquoted = required.filter(({ text }) => QUOTED.test(text)).map((part) => unquote(params, part));
  if (required.length < 2) return unquoted;
  return [
    ...required.map(({ text, spans }) => removeWords(text, replaceInQuery(params, [{ spans, by: '' }]))),
    ...unquoted,
  ].filter((similar) => similar.params.query !== params.query);
}

const QUOTED = /^["“](.*)["”]$/;

/** The search for similar words too. */
function unquote(params: SearchParams, { text, spans }: Part): SimilarSearch {
  const words = text.replace(QUOTED, '$1');
  return {
    action: 'Change',
    label: WORDS,
    value: `‘${words}’ without quotes`,
    params: replaceInQuery(params, [{ spans, by: words }]),
  };
}

/** Other categories instead of those of the filter, else of the words. */
function listOtherKinds(params: SearchParams, { relatedCategories, understood }: Findings): SimilarSearch[] {
  const part = understood.parts.find(({ dropped, filter }) => !dropped && filter?.category);
  if (!params.category && !part) return [];
  const chosen = params.category
    ? new Intl.ListFormat(getLocale().language, { type: 'disjunction' }).format(params.category)
    : `‘${part!.text}’`;
  const rest = params.category ? params : replaceInQuery(params, [{ spans: part!.spans, by: '' }]);
  return relatedCategories.map((category) => ({
    action: 'Change',
    label: 'Category',
    value: `${category} instead of ${chosen}`,
    params: withParams(rest, { category: [category] }),
  }));
}

/** A wider distance from the place of the words. */
function listWiderPlaces(params: SearchParams, { place, understood }: Findings): SimilarSearch[] {
  const part = understood.parts.find(({ dropped, filter }) => !dropped && filter?.place !== undefined);
  if (params.place || !place || !part?.filter) return [];
  const within = getWiderDistance(part.filter, place);
  if (within === part.filter.within) return [];
  const value = describePlace({ place: part.filter.place!, within });
  const query = replaceInQuery(params, [{ spans: part.spans, by: value }]);
  return [{ action: 'Change', label: 'Place', value, params: query }];
}

function listWiderAreas(params: SearchParams, place: Findings['place']): SimilarSearch[] {
  const all: SimilarSearch[] = [];
  const within = place && getWiderDistance(params, place);
  if (params.place && within && within !== params.within) {
    const wider = withParams(params, { within });
    all.push({ action: 'Change', label: 'Place', value: describePlace(wider), params: wider });
  }
  const bbox = parseBbox(params);
  const outline = parseOutline(params);
  const bounds = bbox ?? (outline && getOutlineBounds(outline.map(({ latitude, longitude }) => [latitude, longitude])));
  if (bounds) {
    const wider = withParams(params, { bbox: formatBbox(widen(bounds)), ...(!bbox && { outline: undefined }) });
    const value = bbox ? 'wider on the map' : 'around the one drawn';
    if (wider.bbox !== params.bbox) all.push({ action: 'Change', label: 'Area', value, params: wider });
  }
  return all;
}

/** Twice the distance; for the area of a place, the distance to its corners and beyond, in tens of kilometres. */
function getWiderDistance(
  { within }: { readonly within?: number | undefined },
  { latitude, longitude, bbox }: NonNullable<Findings['place']>,
): number {
  if (within !== undefined) return Math.min(MAX_WITHIN_KM, 2 * within);
  const [west, south, east, north] = bbox;
  const corners = [south, north].flatMap((y) => [west, east].map((x) => ({ latitude: y, longitude: x })));
  const reach = Math.max(...corners.map((corner) => getKilometresBetween({ latitude, longitude }, corner)));
  return Math.min(MAX_WITHIN_KM, Math.ceil(getNearKilometres(reach) / 10) * 10);
}

/** Half as wide and high again on each side. */
function widen([west, south, east, north]: BoundingBox): BoundingBox {
  const [width, height] = [(east - west) / 2, (north - south) / 2];
  return [
    Math.max(-180, west - width),
    Math.max(-90, south - height),
    Math.min(180, east + width),
    Math.min(90, north + height),
  ];
}
