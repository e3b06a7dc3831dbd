import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRegionRules } from '../../features/geography/region-rules.ts';
import type { BoundingBox } from '../../features/geography/schema.ts';
import { OverviewMap } from '../../features/geography/ui/OverviewMap.tsx';
import { type Pin, type View, getBoundingBox } from '../../features/geography/ui/markers.ts';
import { filmedPointsQuery } from '../../features/impact/filmed-here/locations/client.ts';
import type { FilmedFilters, FilmedPoint } from '../../features/impact/filmed-here/locations/contract.ts';
import { getLocationPath, type LocationCard } from '../../features/locations/catalogue/schema.ts';
import { MarkerClusters } from '../../features/search/engine/query/marker-clusters.ts';
import type { Api } from '../../platform/http/contract.ts';
import { MapCard, OpenedLocation } from './results-map/OpenedLocation.tsx';

const PADDING_PX = 56;

/** The locations where productions have filmed, at their public positions. @param props.cards the current page of the list */
export default function FilmedLocationsMap(props: {
  api: Api;
  filters: FilmedFilters;
  cards: readonly LocationCard[];
  styleUrl: string | null;
}) {
  const { api, filters, cards, styleUrl } = props;
  const points = useQuery(filmedPointsQuery(api, filters)).data;
  const [view, setView] = useState<View>();
  const [isUsed, setIsUsed] = useState(false);
  const [highlighted, setHighlighted] = useState<Pin>();
  const [opened, setOpened] = useState<Pin>();
  const [inOnePlace, setInOnePlace] = useState<{ readonly points: readonly FilmedPoint[] }>();
  const target = useMemo(
    () => points && { box: getBoundingBox(points, []) ?? getRegionRules().view, padding: PADDING_PX },
    [points],
  );
  const { pins, clusters } = useMemo(() => toMarkers(points ?? [], view), [points, view]);
  if (!target) return null;
  const open = (pin: Pin) => {
    setInOnePlace(undefined);
    setOpened(pin);
  };
  return (
    <>
      <OverviewMap
        label="Map of the filmed locations"
        styleUrl={styleUrl}
        target={target}
        pins={pins}
        clusters={clusters}
        onMove={setView}
        highlighted={highlighted ?? opened}
        onHighlight={setHighlighted}
        onOpen={open}
        onUnexpandableCluster={({ bbox }) => setInOnePlace(points && { points: findInside(points, bbox) })}
        alternative="The list below has all filmed locations, in pages, also those without a position."
        isUsed={isUsed}
        onUse={() => setIsUsed(true)}
        layer={() => null}
      />
      {opened && <OpenedLocation api={api} pin={opened} cards={cards} onClose={() => setOpened(undefined)} />}
      {inOnePlace && (
        <LocationsInOnePlace
          key={inOnePlace.points[0]?.id}
          points={inOnePlace.points}
          onClose={() => setInOnePlace(undefined)}
        />
      )}
    </>
  );
}

/** Locations that zooming cannot separate: the public position of several can be the middle of the same area. */
function LocationsInOnePlace({ points, onClose }: { points: readonly FilmedPoint[]; onClose: () => void }) {
  const close = () => {
    document.querySelector<HTMLElement>('.maplibregl-canvas')?.focus({ preventScroll: true });
    onClose();
  };
  return (
    <MapCard label="Locations in one place" className="filmed-page__place" onClose={close}>
      <ul>
        {points.map((point) => (
          <li key={point.id}>
            <a className="link" href={getLocationPath(point)}>
              {point.title}
            </a>
          </li>
        ))}
      </ul>
    </MapCard>
  );
}

function findInside(points: readonly FilmedPoint[], [west, south, east, north]: BoundingBox): FilmedPoint[] {
  return points.filter(
    ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
}

/** Clusters the locations in a view as the map of a search does. */
function toMarkers(points: readonly FilmedPoint[], view: View | undefined) {
  if (!view) return { pins: [], clusters: [] };
  const shown = findInside(points, view.bbox);
  const clusters = new MarkerClusters(view.bbox, view.zoom);
  const positions = {
    columns: {
      latitudes: shown.map(({ latitude }) => latitude),
      longitudes: shown.map(({ longitude }) => longitude),
    },
    getId: (location: number) => shown[location]!.id,
  };
  for (let i = 0; i < shown.length; i++) clusters.add(positions, i);
  const markers = clusters.markers();
  const byId = new Map(shown.map((point) => [point.id, point]));
  const pins = markers.points.flatMap(({ id }): Pin[] => {
    const point = byId.get(id);
    if (!point) return [];
    const { map_precision: precision, title, latitude, longitude } = point;
    return [{ id, title, latitude, longitude, precision, href: getLocationPath(point) }];
  });
  return { pins, clusters: markers.clusters };
}
