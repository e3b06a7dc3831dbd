import { MapPin } from '../../../../../../ui/icons.tsx';
import type { LocationImage } from '../../../images/schema.ts';
import type { Position } from '../../../../../geography/schema.ts';
import { getImageName } from '../../../images/image-name.ts';
import { formatDirection, formatPosition, roundToMetre } from '../../../../working-copy/ui/position/coordinates.ts';

/** Photographs of one place have similar positions, so a few are enough. */
const MAX_SUGGESTIONS = 3;
/** Degrees within which two positions count as one, about 100 m. */
const SAME_PLACE_DEGREES = 0.001;

type CameraPosition = NonNullable<LocationImage['cameraPosition']>;

/** Suggests the positions of photographs as the position of the location. */
export function PhotoPositions(props: {
  images: readonly LocationImage[];
  point: Position | null;
  onUse: (position: Position) => void;
}) {
  const { images, point, onUse } = props;
  const suggestions = listSuggestions(images);
  if (suggestions.length === 0) return null;
  return (
    <section className="area__photo-positions" aria-label="Where your photographs were taken">
      <p>
        <strong>Your photographs contain the position of the camera.</strong>{' '}
        <span className="muted">Only you see this. Use it if the camera stood at the place.</span>
      </p>
      <ul>
        {suggestions.map(({ name, cameraPosition }) => (
          <li key={name}>
            <span>
              {name}
              <span className="muted small num">
                {formatPosition(roundToMetre(cameraPosition))}
                {cameraPosition.direction !== null && `, looking ${formatDirection(cameraPosition.direction)}`}
              </span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Use this position: ${name}`}
              aria-disabled={point !== null && isSame(point, roundToMetre(cameraPosition))}
              onClick={() => onUse({ latitude: cameraPosition.latitude, longitude: cameraPosition.longitude })}
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

function listSuggestions(images: readonly LocationImage[]): { name: string; cameraPosition: CameraPosition }[] {
  const suggestions: { name: string; cameraPosition: CameraPosition }[] = [];
  images.forEach((image, index) => {
    const { cameraPosition } = image;
    if (
      !cameraPosition ||
      suggestions.length === MAX_SUGGESTIONS ||
      suggestions.some((other) => isNear(other.cameraPosition, cameraPosition))
    )
      return;
    suggestions.push({ name: getImageName(image, index), cameraPosition });
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
