import { toOrdinal } from '../vocabulary/periods.ts';
import type { QueryPart } from './query-part.ts';
import type { SearchedPlace } from './searched-place.ts';

/** Whether a part is a place, and not a distance from one. */
export function isNamedPlace({ place, filter }: QueryPart): boolean {
  return place !== undefined && filter?.within === undefined;
}

/** Joins two places, or two terms, of which a location may match either. No filter means the same. */
export function joinAlternatives(a: QueryPart, b: QueryPart): QueryPart {
  const { filter: _, otherPlaces: __, ...joined } = a;
  const label = `${a.label ?? a.text} or ${b.label ?? b.text}`;
  if (a.place && b.place) return { ...joined, label, place: joinPlaces(a.place, b.place, label) };
  // Words of one part must all occur, so that those of alternatives become synonyms.
  const words = [a, b].flatMap((part) => (part.words.length === 1 ? [{ words: part.words, related: false }] : []));
  const synonyms = [...a.synonyms, ...b.synonyms, ...words];
  const titles = [...(a.titles ?? []), ...(b.titles ?? [])];
  return { ...joined, label, words: [], synonyms, titles, options: [...a.options, ...b.options] };
}

/** Joins two centuries to the time from one to the other: "16th to 18th century" is the 17th too. */
export function joinCenturies(a: QueryPart, b: QueryPart): QueryPart {
  const [from, to] = [a, b].map(({ filter }) => Number.parseInt(filter!.century![0]!, 10)).toSorted((x, y) => x - y);
  const century = Array.from({ length: to! - from! + 1 }, (_, n) => toOrdinal(from! + n));
  const options = century.map((name) => ({ field: 'century' as const, name, related: false }));
  return { ...a, label: `${century[0]!} to ${century.at(-1)!} century`, words: [], options, filter: { century } };
}

type PlaceCondition = NonNullable<QueryPart['place']>;

function joinPlaces(a: PlaceCondition, b: PlaceCondition, name: string): PlaceCondition {
  const area = {
    councils: [...a.area.councils, ...b.area.councils],
    circles: [...a.area.circles, ...b.area.circles],
    outlines: [...a.area.outlines, ...b.area.outlines],
  };
  return { area, name: [], nearestFirst: false, searched: { name, ...joinBounds(a.searched, b.searched) } };
}

function joinBounds(a: SearchedPlace, b: SearchedPlace): Omit<SearchedPlace, 'name'> {
  const west = Math.min(a.bbox[0], b.bbox[0]);
  const south = Math.min(a.bbox[1], b.bbox[1]);
  const east = Math.max(a.bbox[2], b.bbox[2]);
  const north = Math.max(a.bbox[3], b.bbox[3]);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2, bbox: [west, south, east, north] };
}
