import { getImageName } from '../../features/locations/editing/images/image-name.ts';
import { type ReactNode, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { BookmarkPlus, Bookmarked } from '../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../ui/LazyMount.tsx';
import { AvailabilitySection } from '../../features/availability/ui/AvailabilitySection.tsx';
import { consentAreasQuery, exactConsentAreasQuery } from '../../features/consents/client.ts';
import { POSITION_NOT_PUBLIC, PUBLIC_SEES_FEWER } from '../../features/consents/messages.ts';
import { ConsentAreas } from '../../features/consents/ui/ConsentAreas.tsx';
import { FilmedHere } from '../../features/impact/ui/FilmedHere.tsx';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { PlaceMap } from '../../features/geography/ui/PlaceMap.tsx';
import { getRegionRules } from '../../features/geography/region-rules.ts';
import type { Position } from '../../features/geography/schema.ts';
import type { PublicLocation } from '../../features/locations/catalogue/schema.ts';
import { useFavourites } from '../../features/locations/catalogue/published/ui/card/favourites.ts';
import { LocationCard } from '../../features/locations/catalogue/published/ui/card/LocationCard.tsx';
import { EnquireButton, LocationHero } from '../../features/locations/catalogue/published/ui/LocationHero.tsx';
import { ProductionFacts } from '../../features/locations/catalogue/published/ui/ProductionFacts.tsx';
import { StaticMap, Picture } from '../../features/media/ui/Picture.tsx';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { similarQuery } from '../../features/search/client.ts';

const Lightbox = lazyDialog(() => import('../../features/media/ui/lightbox/Lightbox.tsx'));

const HERO_SIZES = '(min-width: 1000px) calc(100vw - 416px), 100vw';
const PICTURE_SIZES = { 'first slide': HERO_SIZES, slide: HERO_SIZES, thumbnail: '76px' } as const;

/**
 * A location with its pictures, facts, map and similar locations.
 * @param props.back the link back
 * @param props.isPreview whether it shows unpublished data: then there is no enquiry, no favourite button and no similar locations
 * @param props.notice shown at the top
 */
export function LocationDetails(props: {
  location: PublicLocation;
  back: ReactNode;
  isPreview?: boolean;
  notice?: ReactNode;
}) {
  const { location, back, isPreview = false, notice } = props;
  const { api } = useRouteContext({ from: '__root__' });
  const { data: page } = useSuspenseQuery(pageQuery(api, 'location-details'));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const user = useUser(api);
  const allFavourites = useFavourites();
  const favourites = isPreview ? null : allFavourites;
  const [enlarged, setEnlarged] = useState<string>();
  const position = getPosition(location);
  const hasPictures = location.images.length > 0;
  // Drawn maps exist only for published locations.
  const drawing = position && !isPreview && (
    <StaticMap position={position} alt={`Map of the surroundings of ${location.title}`} priority={!hasPictures} />
  );
  const map = position && (
    <PlaceMap
      // The hero, which has the id as its key, can be beside it.
      key={`map of ${location.id}`}
      position={position}
      precision={location.map_precision}
      title={location.title}
      styleUrl={site.mapStyleUrl}
      drawing={!hasPictures && drawing}
    />
  );
  return (
    <main id="content" tabIndex={-1}>
      {notice}
      <LocationHero
        key={location.id}
        location={location}
        canSwipe={user !== null}
        picture={(picture, use) => (
          <Picture
            picture={picture}
            sizes={PICTURE_SIZES[use]}
            priority={use === 'first slide'}
            crop={use === 'thumbnail'}
          />
        )}
        map={map}
        canEnquire={!isPreview}
        onAddToBoard={favourites && (() => favourites.add(location))}
        isSaved={favourites?.has(location.id) ?? false}
        onEnlarge={setEnlarged}
        backLink={
          <div className="location-hero__links">
            {back}
            {can(user, 'location.administer', 'any') && (
              <a className="crumb" href={`/admin/locations/${location.id}`}>
                View admin details
              </a>
            )}
          </div>
        }
      />
      <EnlargedImage images={location.images} shown={enlarged} onShow={setEnlarged} />
      <section className="wrap location-description">
        <div>
          <Description location={location} />
          {location.production_facts.length > 0 && <ProductionFacts groups={location.production_facts} />}
          {!isPreview && <AvailabilitySection key={location.id} api={api} id={location.id} />}
          <Permissions location={location} isPreview={isPreview} />
          {!isPreview && <FilmedHere api={api} id={location.id} />}
        </div>
        {!isPreview && (
          <aside className="enquire-card">
            <h2 className="display display--1">{page.enquire?.title ?? 'Film here'}</h2>
            <p>{page.enquire?.text}</p>
            <EnquireButton location={location} />
          </aside>
        )}
      </section>
      {hasPictures && drawing && (
        <noscript>
          <figure className="static-map">
            {drawing}
            <figcaption className="wrap small muted">{getRegionRules().mapAttribution}</figcaption>
          </figure>
        </noscript>
      )}
      {hasPictures && map}
      {!isPreview && (
        <>
          <SimilarLocations id={location.id} />
          <BottomBar location={location} favourites={favourites} />
        </>
      )}
    </main>
  );
}

/** The areas that the public knows the location to be in; in a preview all, for its owner and the Locations Team. */
function Permissions(props: { location: PublicLocation; isPreview: boolean }) {
  const { location, isPreview } = props;
  const { api } = useRouteContext({ from: '__root__' });
  const { data: areas } = useSuspenseQuery((isPreview ? exactConsentAreasQuery : consentAreasQuery)(api, location.id));
  const note = isPreview ? PUBLIC_SEES_FEWER : POSITION_NOT_PUBLIC;
  return <ConsentAreas areas={areas} note={location.map_precision === 'exact' ? undefined : note} />;
}

function getPosition({ latitude, longitude }: PublicLocation): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The dialog with one image of a location. @param props.shown id of the image; undefined if it is closed */
function EnlargedImage(props: {
  images: PublicLocation['images'];
  shown: string | undefined;
  onShow: (id: string | undefined) => void;
}) {
  const { images, shown, onShow } = props;
  return (
    <LazyMount isWanted={shown !== undefined}>
      <Lightbox
        pictures={images.map((picture, index) => ({
          id: picture.id,
          picture,
          name: getImageName({ caption: picture.caption }, index),
        }))}
        shown={shown}
        open={shown !== undefined}
        onShow={onShow}
        onClose={() => onShow(undefined)}
      />
    </LazyMount>
  );
}

/** The actions of the page, fixed to the lower edge of a phone. */
function BottomBar(props: { location: PublicLocation; favourites: ReturnType<typeof useFavourites> }) {
  const { location, favourites } = props;
  const isSaved = favourites?.has(location.id) ?? false;
  return (
    <div className="bottom-bar no-print">
      <EnquireButton location={location} />
      {favourites && (
        <button
          type="button"
          className="button"
          aria-label={isSaved ? 'Saved to a board. Add to another board' : 'Add to board'}
          onClick={() => favourites.add(location)}
        >
          {isSaved ? <Bookmarked /> : <BookmarkPlus />}
        </button>
      )}
    </div>
  );
}

function SimilarLocations({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: similar } = useSuspenseQuery(similarQuery(api, id));
  if (similar.length === 0) return null;
  return (
    <section className="wrap band similar" aria-labelledby="similar-title">
      <div className="band__head">
        <h2 className="display display--3" id="similar-title">
          You might also like
        </h2>
      </div>
      <div className="grid--four">
        {similar.map((card) => (
          <LocationCard
            key={card.id}
            location={card}
            sizes="(min-width: 1100px) 25vw, (min-width: 760px) 50vw, 100vw"
          />
        ))}
      </div>
    </section>
  );
}

function Description({ location }: { location: PublicLocation }) {
  const paragraphs = location.description.split(/\n\s*\n|\n/).filter((text) => text.trim() !== '');
  return (
    <div className="location-description__text">
      <h2 className="display display--2">About this location</h2>
      {paragraphs.length === 0 && <p>There is no description of this place yet.</p>}
      {paragraphs.map((text, index) => (
        // Paragraphs have no id other than their index.
        <p key={index}>{text}</p>
      ))}
      {location.address.length > 0 && <p className="location-description__source">{location.address.join(', ')}</p>}
      {location.attribution && <p className="location-description__source">Source: {location.attribution}</p>}
    </div>
  );
}
