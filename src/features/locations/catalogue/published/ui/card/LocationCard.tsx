import { type ReactNode, memo } from 'react';
import { StaticMap, Picture } from '../../../../../media/ui/Picture.tsx';
import { type LocationCard as Location, getFactLabel, getLocationPath } from '../../../schema.ts';
import { useFavourites } from './favourites.ts';
import './card.css';

/** A card has room for this number of categories and settings; the page of the location lists all. */
const MAX_OPTIONS = 2;

/**
 * A location in a list. The whole card is a link.
 * @param props.sizes width of the picture on the page, as in the attribute `sizes`
 * @param props.priority whether the card is visible when the page opens
 * @param props.isHighlighted shows the card as under the pointer
 * @param props.tag a short text over the picture
 * @param props.mark marks the words of the query in a text; must keep its identity
 */
export const LocationCard = memo(function LocationCard(props: {
  location: Location;
  sizes: string;
  priority?: boolean;
  isHighlighted?: boolean;
  mark?: ((text: string) => ReactNode) | undefined;
  tag?: string | undefined;
}) {
  const { location, sizes, priority = false, isHighlighted = false, mark = identity, tag } = props;
  const favourites = useFavourites();
  const isSaved = favourites?.has(location.id) ?? false;
  return (
    <article className={isHighlighted ? 'card is-highlighted' : 'card'} data-location={location.id}>
      <div className="frame">
        <CardPicture location={location} sizes={sizes} priority={priority} />
      </div>
      {(location.sample || tag) && (
        <span className="tag">{[location.sample && 'Sample', tag].filter(Boolean).join(', ')}</span>
      )}
      <h3 className="card__title">
        <a href={getLocationPath(location)} className="card__link">
          {mark(location.title)}
        </a>
      </h3>
      <LocationFacts location={location} mark={mark} />
      {favourites && (
        <button
          type="button"
          className={`icon-button icon-button--on-picture card__save ${isSaved ? 'card__save--saved' : ''}`}
          aria-label={
            isSaved ? `${location.title} is on a board of yours. Add it to another` : `Add ${location.title} to a board`
          }
          onClick={() => favourites.add(location)}
        />
      )}
    </article>
  );
});

/** A small card of a location, on the map. @param props.href by default that of its page */
export function LocationStrip({ location, href }: { location: Location; href?: string | undefined }) {
  return (
    <article className="card card--strip">
      <div className="frame">
        <CardPicture location={location} sizes="112px" isCloseUp priority />
      </div>
      <div>
        <h2 className="card__title">
          <a href={href ?? getLocationPath(location)} className="card__link">
            {location.title}
          </a>
        </h2>
        <LocationFacts location={location} />
      </div>
    </article>
  );
}

/** The photograph of a location, or a static map. */
export function CardPicture(props: { location: Location; sizes: string; priority: boolean; isCloseUp?: boolean }) {
  const { location, sizes, priority, isCloseUp = false } = props;
  const { primaryimage, latitude, longitude } = location;
  if (primaryimage) return <Picture picture={primaryimage} sizes={sizes} priority={priority} />;
  // Decorative: the place is in the title beside it.
  if (latitude !== null && longitude !== null) {
    return <StaticMap position={{ latitude, longitude }} alt="" isCloseUp={isCloseUp} priority={priority} />;
  }
  return <span className="card__blank">No photograph yet</span>;
}

/** The kind of place, its town or area, and its setting. */
export function LocationFacts({
  location,
  mark = identity,
}: {
  location: Location;
  mark?: (text: string) => ReactNode;
}) {
  const { category, nearesttown, localauthority, setting } = location;
  const facts = [
    [getFactLabel('category'), category.slice(0, MAX_OPTIONS).join(', ')],
    ['Nearest town', nearesttown && mark(nearesttown)],
    [getFactLabel('localauthority'), localauthority],
    [getFactLabel('setting'), setting.slice(0, MAX_OPTIONS).join(', ')],
  ] as const;
  return (
    <dl className="card__facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt className="visually-hidden">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function identity(text: string): ReactNode {
  return text;
}
