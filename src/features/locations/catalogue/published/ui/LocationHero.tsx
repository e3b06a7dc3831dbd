import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { ArrowLeft, ArrowRight, BookmarkPlus, Bookmarked, Enlarge } from '../../../../../ui/icons.tsx';
import { getRegionRules } from '../../../../geography/region-rules.ts';
import type { Picture } from '../../../../media/schema.ts';
import { listFacts } from '../../fields/fact-fields.ts';
import type { PublicLocation } from '../../schema.ts';
import './location-hero.css';

interface LocationHeroProps {
  readonly location: PublicLocation;
  /** Whether pictures can be swiped; arrows and thumbnails always work. */
  readonly canSwipe: boolean;
  readonly picture: (picture: Picture, use: 'slide' | 'first slide' | 'thumbnail') => ReactNode;
  /** Shown instead of pictures if there are none. */
  readonly map: ReactNode;
  readonly canEnquire: boolean;
  /** Null if the visitor cannot have boards. */
  readonly onAddToBoard: (() => void) | null;
  /** Whether the location is on a board of the visitor. */
  readonly isSaved: boolean;
  readonly backLink: ReactNode;
  /** Enlarges a picture, by its id. */
  readonly onEnlarge: (id: string) => void;
}

/** The pictures of a location with its title, facts and actions. */
export function LocationHero(props: LocationHeroProps) {
  const { location } = props;
  return (
    <section className="location-hero" aria-label={location.title}>
      <Gallery {...props} />
      <div className="location-hero__facts">
        {props.backLink}
        <h1 className="display display--4">{location.title}</h1>
        {location.sample && (
          <p className="location-hero__sample">Sample: a fictional place, made to show how the directory works.</p>
        )}
        <Facts location={location} />
        <div className="location-hero__actions">
          {props.canEnquire && <EnquireButton location={location} />}
          {props.onAddToBoard && (
            <button type="button" className="button button--wide" onClick={props.onAddToBoard}>
              {props.isSaved ? <Bookmarked /> : <BookmarkPlus />}
              {props.isSaved ? 'Add to another board' : 'Add to board'}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

export function EnquireButton({ location }: { location: PublicLocation }) {
  return (
    <a href={`/location-enquiry/${location.locationurl}`} className="button button--primary button--wide">
      Enquire about this location
    </a>
  );
}

/** The facts that have a value. */
function Facts({ location }: { location: PublicLocation }) {
  return (
    <dl className="facts">
      {[{ label: 'Nearest town', value: location.nearesttown }, ...listFacts(location)]
        .filter((fact) => fact.value)
        .map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Gallery({ location, canSwipe, picture, map, onEnlarge }: LocationHeroProps) {
  const { images } = location;
  const slides = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const show = (index: number) => {
    const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    slides.current?.children[index]?.scrollIntoView({
      block: 'nearest',
      inline: 'start',
      behavior: smooth ? 'smooth' : 'instant',
    });
    setCurrent(index);
  };
  const shown = images[current];
  if (!shown) return <MapInsteadOfPictures map={map} />;
  const hasSeveral = images.length > 1;
  return (
    <div
      className="location-hero__picture"
      role="group"
      aria-roledescription="carousel"
      aria-label={`Pictures of ${location.title}`}
    >
      <Slides
        ref={slides}
        images={images}
        picture={picture}
        current={current}
        canSwipe={canSwipe && hasSeveral}
        onSwipe={setCurrent}
        onEnlarge={onEnlarge}
      />
      {hasSeveral && (
        <>
          <SlideButton side="prev" label="Previous picture" atEnd={current === 0} onClick={() => show(current - 1)} />
          <SlideButton
            side="next"
            label="Next picture"
            atEnd={current === images.length - 1}
            onClick={() => show(current + 1)}
          />
        </>
      )}
      <button
        type="button"
        className="icon-button icon-button--on-picture location-hero__enlarge"
        aria-label="Enlarge picture"
        onClick={() => onEnlarge(shown.id)}
      >
        <Enlarge />
      </button>
      <div className="strip">
        {hasSeveral && <Thumbnails images={images} picture={picture} current={current} onChoose={show} />}
        {shown.credit && <span className="strip__credit">Photograph: {shown.credit}</span>}
      </div>
    </div>
  );
}

function MapInsteadOfPictures({ map }: Pick<LocationHeroProps, 'map'>) {
  return (
    <div className="location-hero__picture">
      <div className="location-hero__map">{map}</div>
      <p className="strip strip__credit">There is no photograph of this place yet. {getRegionRules().mapAttribution}</p>
    </div>
  );
}

interface PicturesProps extends Pick<LocationHeroProps, 'picture'> {
  readonly images: PublicLocation['images'];
  readonly current: number;
}

/** The pictures side by side; only one is visible. */
function Slides(
  props: PicturesProps & {
    ref: RefObject<HTMLUListElement | null>;
    canSwipe: boolean;
    onSwipe: (index: number) => void;
    onEnlarge: (id: string) => void;
  },
) {
  const { ref, images, picture, current, canSwipe, onSwipe, onEnlarge } = props;
  return (
    <ul
      ref={ref}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={canSwipe ? 0 : undefined}
      aria-label="Pictures"
      className={`location-hero__slides ${canSwipe ? 'location-hero__slides--swipe' : ''}`}
      onScroll={({ currentTarget }) =>
        canSwipe && onSwipe(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
      }
    >
      {images.map((image, index) => (
        // The button beside the slides does the same for the keyboard.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <li key={image.id} inert={index !== current} onClick={() => onEnlarge(image.id)}>
          {picture(image, index === 0 ? 'first slide' : 'slide')}
        </li>
      ))}
    </ul>
  );
}

/** A button for each picture, and which one is visible. */
function Thumbnails({ images, picture, current, onChoose }: PicturesProps & { onChoose: (index: number) => void }) {
  return (
    <>
      {images.map((image, index) => (
        <button
          key={image.id}
          type="button"
          className="strip__thumb"
          aria-label={`Picture ${index + 1}${image.caption ? `: ${image.caption}` : ''}`}
          aria-current={index === current}
          onClick={() => onChoose(index)}
        >
          <span className={index === current ? 'frame is-current' : 'frame'}>
            {picture({ ...image, alt: '' }, 'thumbnail')}
          </span>
        </button>
      ))}
      <span className="strip__count" aria-live="polite">
        {current + 1} / {images.length}
      </span>
    </>
  );
}

/** Disabled with aria-disabled at the end, so that it keeps the focus. */
function SlideButton(props: { side: 'prev' | 'next'; label: string; atEnd: boolean; onClick: () => void }) {
  const Arrow = props.side === 'prev' ? ArrowLeft : ArrowRight;
  return (
    <button
      type="button"
      className={`icon-button icon-button--on-picture location-hero__arrow location-hero__arrow--${props.side}`}
      aria-label={props.label}
      aria-disabled={props.atEnd}
      onClick={() => !props.atEnd && props.onClick()}
    >
      <Arrow />
    </button>
  );
}
