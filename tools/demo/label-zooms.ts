/** Web map zooms between which place labels begin to show; what is crowded at the last one comes right after it. */
const FIRST_ZOOM = 4;
const LAST_ZOOM = 10;
/** Screen pixels that labels of one zoom keep apart. */
const APART = 60;
/** Places of unknown or tiny population wait for this zoom, however lonely they are. */
const HAMLET_ZOOM = 9;

interface Place {
  latitude: number;
  longitude: number;
  population: number;
}

/**
 * Zoom from which each place's label shows, for places in falling order of population: as soon as no bigger one is
 * within reach, so that Ullapool stands alone on a map where Paisley gives way to Glasgow.
 */
export function labelZooms(places: readonly Place[]): number[] {
  return places.map((place, i) => {
    const bigger = places.slice(0, i);
    let zoom = place.population < 500 ? HAMLET_ZOOM : FIRST_ZOOM;
    while (zoom <= LAST_ZOOM && bigger.some((other) => pixelsApart(place, other, zoom) < APART)) zoom++;
    return zoom;
  });
}

function pixelsApart(a: Place, b: Place, zoom: number): number {
  const pixelsPerDegree = (512 * 2 ** zoom) / 360;
  const stretch = 1 / Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(a.longitude - b.longitude, (a.latitude - b.latitude) * stretch) * pixelsPerDegree;
}
