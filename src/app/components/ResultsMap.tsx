import { useLayoutEffect, useState } from 'react';
import { OverviewMap } from '../../features/geography/ui/OverviewMap.tsx';
import type { View } from '../../features/geography/ui/markers.ts';
import type { BoundingBox } from '../../features/geography/schema.ts';
import type { LocationCard } from '../../features/locations/catalogue/schema.ts';
import {
  type SearchParams,
  withoutView,
  withParams,
  formatBbox,
  formatOutline,
} from '../../features/search/search-params.ts';
import { focusResults } from '../../features/search/ui/ResultPages.tsx';
import { RefineLink, useRefine } from '../../features/search/ui/search-field/refine-search.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { type HistoryEntryState, useHistoryEntryState } from '../navigation/history-entry-state.ts';
import { AreaTools } from './results-map/AreaTools.tsx';
import { OpenedLocation } from './results-map/OpenedLocation.tsx';
import { useInteraction, useMapSearch } from './results-map/useMapSearch.ts';
import { useMapTarget } from './results-map/useMapTarget.ts';
import { toPin, useMarkers } from './results-map/useMarkers.ts';

/** Degrees around locations at the same position. */
const PIN_MARGIN_DEGREES = 0.005;

/**
 * The map beside the results, with all matches of the search.
 * @param props.cards the current page of results
 * @param props.highlighted id of the highlighted location: the one under the pointer, here or in the list
 */
export default function ResultsMap(props: {
  api: Api;
  params: SearchParams;
  cards: readonly LocationCard[];
  styleUrl: string | null;
  highlighted: string | undefined;
  onHighlight: (id: string | undefined) => void;
  onCameraChange: (camera: HistoryEntryState['camera']) => void;
}) {
  const { api, params, cards, styleUrl, highlighted, onHighlight, onCameraChange } = props;
  const entryState = useHistoryEntryState();
  const [view, setView] = useState<View>();
  const mapSearch = useMapSearch(params);
  const [{ hasMoved, opened, drawing }, interact] = useInteraction(mapSearch);
  const target = useMapTarget(api, params, mapSearch);
  const { pins, clusters } = useMarkers(api, mapSearch.search, view);
  const searchArea = useAreaSearch(params);
  useFocusAfterUnmount();
  // Who chose the map, moved it or searched an area of it uses it already.
  const { view: shown, bbox, outline } = params;
  const isUsed = shown === 'map' || [mapSearch.camera, bbox, outline].some((used) => used !== undefined);
  const [wasUsed, setWasUsed] = useState(false);

  const onMove = (next: View) => {
    setView(next);
    const camera = { center: next.center, zoom: next.zoom, moved: hasMoved || next.isUserMove };
    onCameraChange(camera);
    if (!next.isUserMove) return;
    interact({ hasMoved: true });
    entryState.add({ camera });
  };

  if (!target) return null;
  return (
    <>
      <RefineLink params={withoutView(params)} className="map__as-list" onFollow={focusResults}>
        View results as a list
      </RefineLink>
      <OverviewMap
        label="Map of the results"
        styleUrl={styleUrl}
        target={target}
        pins={pins}
        clusters={clusters}
        onMove={onMove}
        highlighted={
          pins.find((pin) => pin.id === highlighted) ?? toPin(cards.find((card) => card.id === highlighted)) ?? opened
        }
        outline={drawing ? undefined : mapSearch.outline}
        isInert={drawing !== undefined}
        onHighlight={(pin) => onHighlight(pin?.id)}
        onOpen={(pin) => interact({ opened: pin })}
        onUnexpandableCluster={(cluster) => searchArea({ bbox: formatBbox(expandBox(cluster.bbox)) })}
        alternative="The list shows the same locations."
        isUsed={isUsed || wasUsed}
        onUse={() => setWasUsed(true)}
        layer={(map) => (
          <AreaTools
            map={map}
            drawing={drawing}
            onDraw={(device) => interact({ drawing: device, opened: undefined })}
            onSearchOutline={(outline) => searchArea({ outline: formatOutline(outline) })}
            onSearchHere={hasMoved && view ? () => searchArea({ bbox: formatBbox(view.bbox) }) : undefined}
          />
        )}
      />
      {opened && (
        <OpenedLocation api={api} pin={opened} cards={cards} onClose={() => interact({ opened: undefined })} />
      )}
    </>
  );
}

/** Returns a function that searches a rectangle or a drawn area. Each replaces the other. */
function useAreaSearch(params: SearchParams): (area: Pick<SearchParams, 'bbox' | 'outline'>) => void {
  const refine = useRefine();
  return ({ bbox, outline }) => {
    void refine(withParams(params, { bbox, outline }));
    // The pressed button disappears, so the map gets the focus.
    document.querySelector<HTMLElement>('.maplibregl-canvas')?.focus({ preventScroll: true });
  };
}

/** Without any results the map disappears, and the message gets its focus. */
function useFocusAfterUnmount(): void {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.closest('.map')) setTimeout(focusResults);
    },
    [],
  );
}

function expandBox([west, south, east, north]: BoundingBox): BoundingBox {
  return [west - PIN_MARGIN_DEGREES, south - PIN_MARGIN_DEGREES, east + PIN_MARGIN_DEGREES, north + PIN_MARGIN_DEGREES];
}
