/** Zoom levels of place labels; labels that collide at the last one appear at the next. */
const FIRST_ZOOM = 4;
const LAST_ZOOM = 10;
/** Minimum distance of labels in pixels. */
const MIN_DISTANCE = 60;
/** Places of unknown or tiny population appear at this zoom at the earliest. */
const HAMLET_ZOOM = 9;

interface Place {
  latitude: number;
  longitude: number;
  population: number;
}

/**
 * Returns the zoom at which the label of each place appears: the first at which no bigger place is too close. So Ullapool appears on a map
 * where Glasgow hides Paisley.
 * @param places in descending order of population
 */
export function labelZooms(places: readonly Place[]): number[] {
  return places.map((place, i) => {
    const bigger = places.slice(0, i);
    let zoom = place.population < 500 ? HAMLET_ZOOM : FIRST_ZOOM;
    while (zoom <= LAST_ZOOM && bigger.some((other) => pixelsBetween(place, other, zoom) < MIN_DISTANCE)) zoom++;
    return zoom;
  });
}

function pixelsBetween(a: Place, b: Place, zoom: number): number {
  const pixelsPerDegree = (512 * 2 ** zoom) / 360;
  const mercatorScale = 1 / Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(a.longitude - b.longitude, (a.latitude - b.latitude) * mercatorScale) * pixelsPerDegree;
}
