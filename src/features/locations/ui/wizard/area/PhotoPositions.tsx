import { MapPin } from '../../../../../ui/icons.tsx';
import type { PictureOfLocation } from '../../../images/schema.ts';
import type { Position } from '../../../../geography/schema.ts';
import { getImageName } from '../../../images/image-name.ts';
import { formatDirection, formatPosition, roundToMetre } from '../../position/coordinates.ts';

/** Photographs of one place have similar positions, so a few are enough. */
const MAX_SUGGESTIONS = 3;
/** Degrees within which two positions count as one, about 100 m. */
const SAME_PLACE_DEGREES = 0.001;

type Taken = NonNullable<PictureOfLocation['taken']>;

/** Suggests the positions of photographs as the position of the location. */
export function PhotoPositions(props: {
  images: readonly PictureOfLocation[];
  point: Position | null;
  onUse: (position: Position) => void;
}) {
  const { images, point, onUse } = props;
  const suggestions = listSuggestions(images);
  if (suggestions.length === 0) return null;
  return (
    <section className="area__offers" aria-label="Where your photographs were taken">
      <p>
        <strong>Your photographs say where they were taken.</strong>{' '}
        <span className="muted">Only you see this. Use it if the camera stood at the place.</span>
      </p>
      <ul>
        {suggestions.map(({ name, taken }) => (
          <li key={name}>
            <span>
              {name}
              <span className="muted small num">
                {formatPosition(roundToMetre(taken))}
                {taken.direction !== null && `, looking ${formatDirection(taken.direction)}`}
              </span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Use this position: ${name}`}
              aria-disabled={point !== null && isSame(point, roundToMetre(taken))}
              onClick={() => onUse({ latitude: taken.latitude, longitude: taken.longitude })}
            >
              <MapPin />
              Use this position
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listSuggestions(images: readonly PictureOfLocation[]): { name: string; taken: Taken }[] {
  const suggestions: { name: string; taken: Taken }[] = [];
  images.forEach((image, index) => {
    const { taken } = image;
    if (!taken || suggestions.length === MAX_SUGGESTIONS || suggestions.some((other) => isNear(other.taken, taken)))
      return;
    suggestions.push({ name: getImageName(image, index), taken });
  });
  return suggestions;
}

function isNear(a: Position, b: Position): boolean {
  return (
    Math.abs(a.latitude - b.latitude) < SAME_PLACE_DEGREES && Math.abs(a.longitude - b.longitude) < SAME_PLACE_DEGREES
  );
}

function isSame(a: Position, b: Position): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}
