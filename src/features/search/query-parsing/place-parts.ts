import { analyze } from '../text/analysis.ts';
import type { Place } from '../vocabulary/schema.ts';
import type { FoundPlace, Vocabulary } from '../vocabulary/vocabulary.ts';
import { formatNear } from '../messages.ts';
import { toSearchedPlace } from './area-bounds.ts';
import { toCircle } from './area-filters.ts';
import type { QueryPart } from './query-part.ts';

/** Kilometres from the centre to the edge. */
const SMALL_AREA_KM = 25;
/** Kilometres around a landmark that are close by. */
const LANDMARK_KM = 10;

/** A part that means what is inside a place. */
export function toInsidePart(
  part: QueryPart,
  { entry: place, postcode }: FoundPlace,
  vocabulary: Vocabulary,
): QueryPart {
  if (place.kind === 'landmark') return toLandmarkPart(part, place, vocabulary);
  const { names, area } = place;
  const name = vocabulary.getPlaceName(place);
  return {
    ...part,
    label: postcode ? `${name}, first ${postcode}` : name,
    place: {
      area,
      postcode,
      name: analyze(names[0]!),
      nearestFirst: isSmallArea(place),
      searched: toSearchedPlace(name, place, area, place.reach),
    },
    filter: { place: vocabulary.getName(place) },
  };
}

/** A loch, glen or moor, whose middle is more of it than its edge. All of a town or a county is equal. */
function isSmallArea({ kind, reach, area }: Place): boolean {
  return kind === 'area' && reach <= SMALL_AREA_KM && area.councils.length + area.outlines.length === 0;
}

/** A landmark means what is there or close by, and by its name what is called like it. */
function toLandmarkPart(part: QueryPart, landmark: Place, vocabulary: Vocabulary): QueryPart {
  const near = toNearPart(part, landmark, Math.ceil(landmark.reach) + LANDMARK_KM, vocabulary);
  const meant = vocabulary.findMoreFamousName(landmark);
  return {
    ...near,
    place: { ...near.place!, name: analyze(landmark.names[0]!) },
    otherPlaces: [...(meant ? [{ name: meant, text: meant }] : []), ...(near.otherPlaces ?? [])],
  };
}

/** A part that means what is within some kilometres of a place. */
export function toNearPart(part: QueryPart, place: Place, within: number, vocabulary: Vocabulary): QueryPart {
  const { reach } = place;
  const name = vocabulary.getPlaceName(place);
  const area = toCircle(place, within);
  return {
    ...part,
    label: formatNear(name, within),
    place: {
      area,
      name: [],
      nearestFirst: true,
      searched: toSearchedPlace(name, place, area, reach),
    },
    filter: { place: vocabulary.getName(place), within },
  };
}
