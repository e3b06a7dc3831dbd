import { MapPin } from '../../../../../ui/icons.tsx';
import type { PictureOfLocation } from '../../../images/schema.ts';
import type { Position } from '../../../../geography/schema.ts';
import { nameOf } from '../../images/names.ts';
import { formatDirection, formatPosition, roundToMetre } from '../../position/coordinates.ts';

/** Positions that are offered, at most: photographs of one place say much the same. */
const MAX_OFFERS = 3;
/** Degrees within which two photographs were taken in one place, about 100 m. */
const SAME_PLACE_DEGREES = 0.001;

type Taken = NonNullable<PictureOfLocation['taken']>;

/** Offers where photographs were taken as the point; it is never set without being asked for. */
export function PhotoPositions(props: {
  images: readonly PictureOfLocation[];
  point: Position | null;
  onTake: (position: Position) => void;
}) {
  const { images, point, onTake } = props;
  const offers = getOffers(images);
  if (offers.length === 0) return null;
  return (
    <section className="area__offers" aria-label="Where your photographs were taken">
      <p>
        <strong>Your photographs say where they were taken.</strong>{' '}
        <span className="muted">Only you see this. Use it if the camera stood at the place.</span>
      </p>
      <ul>
        {offers.map(({ name, taken }) => (
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
              onClick={() => onTake({ latitude: taken.latitude, longitude: taken.longitude })}
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

function getOffers(images: readonly PictureOfLocation[]): { name: string; taken: Taken }[] {
  const offers: { name: string; taken: Taken }[] = [];
  images.forEach((image, index) => {
    const { taken } = image;
    if (!taken || offers.length === MAX_OFFERS || offers.some((offer) => isNear(offer.taken, taken))) return;
    offers.push({ name: nameOf(image, index), taken });
  });
  return offers;
}

function isNear(a: Position, b: Position): boolean {
  return (
    Math.abs(a.latitude - b.latitude) < SAME_PLACE_DEGREES && Math.abs(a.longitude - b.longitude) < SAME_PLACE_DEGREES
  );
}

function isSame(a: Position, b: Position): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}
