import { useEffect, useMemo, useRef, useState } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { X } from '../../ui/icons.tsx';
import MapCanvas from '../../features/geography/ui/MapCanvas.tsx';
import {
  type MapTarget,
  type Cluster,
  type Pin,
  type View,
  getBoundingBox,
} from '../../features/geography/ui/markers.ts';
import { locationQuery } from '../../features/locations/client.ts';
import type { BoundingBox } from '../../features/geography/schema.ts';
import type { LocationCard } from '../../features/locations/schema.ts';
import { LocationStrip } from '../../features/locations/ui/card/LocationCard.tsx';
import {
  type SearchParams,
  withoutView,
  parseBbox,
  withParams,
  withoutPage,
  formatBbox,
} from '../../features/search/search-params.ts';
import { markersQuery } from '../../features/search/client.ts';
import { focusResults } from '../../features/search/ui/ResultPages.tsx';
import { RefineLink, useRefine } from '../../features/search/ui/search-field/refine-search.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { type HistoryEntryState, useHistoryEntryState } from '../navigation/history-entry-state.ts';

const LOCATION_PATH_PREFIX = '/find-a-location/';
const WORLD: BoundingBox = [-180, -85, 180, 85];
/** The view of the map if no result has a position. */
const SCOTLAND: BoundingBox = [-8.7, 54.6, -0.7, 60.9];
/** Pixels of padding around the results. */
const PADDING_PX = 56;
/** Degrees around locations at the same position. */
const PIN_MARGIN_DEGREES = 0.005;

/**
 * The map beside the results, with all matches of the search.
 * @param props.cards the current page of results
 * @param props.highlighted id of the highlighted location: the one under the pointer, here or in the list
 */
export default function ResultsMap(props: {
  api: Api;
  address: SearchParams;
  cards: readonly LocationCard[];
  styleUrl: string | null;
  highlighted: string | undefined;
  onHighlight: (id: string | undefined) => void;
  onCamera: (camera: HistoryEntryState['camera']) => void;
}) {
  const { api, address, cards, styleUrl, highlighted, onHighlight, onCamera } = props;
  const refine = useRefine();
  const entryState = useHistoryEntryState();
  const [view, setView] = useState<View>();
  const search = useStableSearch(address);
  // A new search starts without an open card, at the saved camera of this history entry, if any.
  const initial = useMemo(() => ({ search, camera: entryState.read().camera }), [entryState, search]);
  const initialInteraction: MapInteraction = { search, moved: initial.camera?.moved ?? false, opened: undefined };
  const [interaction, setInteraction] = useState(initialInteraction);
  const { moved, opened } = interaction.search === search ? interaction : initialInteraction;
  const target = useMapTarget(api, initial);
  const { pins, clusters } = useMarkers(api, search, view);

  const onMove = (next: View) => {
    setView(next);
    const camera = { center: next.center, zoom: next.zoom, moved: moved || next.byVisitor };
    onCamera(camera);
    if (!next.byVisitor) return;
    setInteraction({ search, moved: true, opened });
    entryState.add({ camera });
  };
  const open = (pin: Pin | undefined) => setInteraction({ search, moved, opened: pin });
  const searchIn = (box: BoundingBox) => {
    void refine(withParams(address, { bbox: formatBbox(box) }));
    // The pressed button disappears, so the map gets the focus.
    document.querySelector<HTMLElement>('.maplibregl-canvas')?.focus({ preventScroll: true });
  };

  if (!target) return null;
  return (
    <>
      <RefineLink params={withoutView(address)} className="map__as-list" onFollow={focusResults}>
        Show these as a list
      </RefineLink>
      <MapCanvas
        label="Map of the results"
        styleUrl={styleUrl}
        target={target}
        pins={pins}
        clusters={clusters}
        highlighted={
          pins.find((pin) => pin.id === highlighted) ?? toPin(cards.find((card) => card.id === highlighted)) ?? opened
        }
        onMove={onMove}
        onHighlight={(pin) => onHighlight(pin?.id)}
        onOpen={open}
        onInseparable={(cluster) => searchIn(expandBox(cluster.bbox))}
      />
      {moved && view && (
        <button type="button" className="button map__search-here" onClick={() => searchIn(view.bbox)}>
          Search this area
        </button>
      )}
      {opened && <OpenedPin api={api} pin={opened} cards={cards} onClose={() => open(undefined)} />}
    </>
  );
}

/** Interaction of the visitor with the map of a search. */
interface MapInteraction {
  readonly search: SearchParams;
  readonly moved: boolean;
  readonly opened: Pin | undefined;
}

/** Returns the same object while the search does not change. */
function useStableSearch(address: SearchParams): SearchParams {
  const text = JSON.stringify(withoutPage(address));
  return useMemo(() => JSON.parse(text) as SearchParams, [text]);
}

/** Returns the initial view of the map: the saved camera, else the area of the search, else the bounds of all results. */
function useMapTarget(
  api: Api,
  initial: { search: SearchParams; camera: HistoryEntryState['camera'] },
): MapTarget | undefined {
  const { search, camera } = initial;
  const all = useQuery(markersQuery(api, search, { bbox: WORLD, zoom: 0 })).data;
  return useMemo(() => {
    if (camera) return camera;
    const area = parseBbox(search);
    if (area) return { box: area, padding: 0 };
    return all && { box: getBoundingBox(all.points, all.clusters) ?? SCOTLAND, padding: PADDING_PX };
  }, [camera, search, all]);
}

function useMarkers(
  api: Api,
  search: SearchParams,
  view: View | undefined,
): { pins: readonly Pin[]; clusters: readonly Cluster[] } {
  const query = markersQuery(api, search, view ?? { bbox: WORLD, zoom: 0 });
  const markers = useQuery({
    ...query,
    queryFn: view ? query.queryFn! : skipToken,
    // The markers of the same search stay while the map moves.
    placeholderData: (data, previous) => (previous?.queryKey[2] === query.queryKey[2] ? data : undefined),
  }).data;
  return useMemo(() => {
    const pins = (markers?.points ?? []).map(({ locationurl, map_precision: precision, ...point }) => ({
      ...point,
      href: LOCATION_PATH_PREFIX + locationurl,
      precision,
    }));
    return { pins, clusters: markers?.clusters ?? [] };
  }, [markers]);
}

function toPin(card: LocationCard | undefined): Pin | undefined {
  if (!card || card.latitude === null || card.longitude === null) return undefined;
  const { id, title, locationurl, latitude, longitude, map_precision: precision } = card;
  return { id, title, href: LOCATION_PATH_PREFIX + locationurl, latitude, longitude, precision };
}

function expandBox([west, south, east, north]: BoundingBox): BoundingBox {
  return [west - PIN_MARGIN_DEGREES, south - PIN_MARGIN_DEGREES, east + PIN_MARGIN_DEGREES, north + PIN_MARGIN_DEGREES];
}

/** The card of the location whose marker was opened. */
function OpenedPin(props: { api: Api; pin: Pin; cards: readonly LocationCard[]; onClose: () => void }) {
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
  return location && <PinCard key={location.id} location={location} onClose={close} />;
}

/** Focuses its link on mount. */
function PinCard({ location, onClose }: { location: LocationCard; onClose: () => void }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.querySelector('a')?.focus({ preventScroll: true }), []);
  return (
    // Escape does the same as the Close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={card}
      className="map__card"
      aria-label={location.title}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <LocationStrip location={location} />
      <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
        <X />
      </button>
    </section>
  );
}
