import { type ReactNode, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import MapCanvas, { type MapProps } from './MapCanvas.tsx';
import { MapControls, type MarkerProps } from './MapControls.tsx';
import { takeStep } from './map-step.ts';

/**
 * A map with markers, zoom buttons and attribution. Fills its box.
 * @param props.layer further content of the map
 */
export default function InteractiveMap(props: MapProps & MarkerProps & { layer?: (map: MapLibre) => ReactNode }) {
  const { label, styleUrl, target, onMove, scrollsPage = false, alternative, layer, ...markers } = props;
  const [map, setMap] = useState<MapLibre | null>();
  return (
    <>
      <MapCanvas {...{ label, styleUrl, target, onMove, scrollsPage, alternative }} onCreate={setMap} />
      {map && (
        <MapControls
          surface={map}
          map={map}
          isBaseMap={styleUrl === null}
          {...markers}
          onStep={(step) => takeStep(map, step)}
        >
          {layer?.(map)}
        </MapControls>
      )}
    </>
  );
}
