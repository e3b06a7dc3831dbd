import { type ReactNode, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Pin } from '../../../features/geography/ui/markers.ts';
import { locationQuery } from '../../../features/locations/catalogue/published/client.ts';
import type { LocationCard } from '../../../features/locations/catalogue/schema.ts';
import { LocationStrip } from '../../../features/locations/catalogue/published/ui/card/LocationCard.tsx';
import type { Api } from '../../../platform/http/contract.ts';
import { X } from '../../../ui/icons.tsx';
import { LOCATION_PATH_PREFIX } from './useMarkers.ts';

/** The card of the location whose marker was opened. @param props.cards the current page of results */
export function OpenedLocation(props: { api: Api; pin: Pin; cards: readonly LocationCard[]; onClose: () => void }) {
  const { api, pin, cards, onClose } = props;
  const close = () => {
    onClose();
    document.querySelector<HTMLElement>(`.marker__pin[href="${pin.href}"]`)?.focus({ preventScroll: true });
  };
  const loaded = cards.find((card) => card.id === pin.id);
  const fetched = useQuery({
    ...locationQuery(api, pin.href.slice(LOCATION_PATH_PREFIX.length)),
    enabled: !loaded,
  }).data;
  const location = loaded ?? fetched;
  return location && <OpenedCard key={location.id} location={location} onClose={close} />;
}

/** The card of a location on a map, with its link, which is focused on mount. @param props.href by default that of its page */
export function OpenedCard(props: { location: LocationCard; href?: string; onClose: () => void }) {
  const { location, href, onClose } = props;
  return (
    <MapCard label={location.title} onClose={onClose}>
      <LocationStrip location={location} href={href} />
    </MapCard>
  );
}

/** A card on a map that can be closed. Its first link is focused on mount. */
export function MapCard(props: { label: string; className?: string; onClose: () => void; children: ReactNode }) {
  const { label, className = '', onClose, children } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.querySelector('a')?.focus({ preventScroll: true }), []);
  return (
    // Escape does the same as the Close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={card}
      className={`map__card ${className}`.trim()}
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {children}
      <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
        <X />
      </button>
    </section>
  );
}
