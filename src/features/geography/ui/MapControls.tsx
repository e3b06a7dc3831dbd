import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { IconButton, Minus, Plus } from '../../../ui/icons.tsx';
import { getRegionRules } from '../region-rules.ts';
import { MarkerLayer, type MarkerLayerProps } from './MarkerLayer.tsx';
import type { MapStep } from './map-step.ts';
import type { MapSurface } from './map-surface.ts';

export type MarkerProps = Omit<MarkerLayerProps, 'onCluster'>;

/**
 * Overlays of a map or its overview: markers, further content, zoom buttons and attribution.
 * @param props.map undefined for an overview
 * @param props.isBaseMap whether the map is our base map rather than a style of other sources
 */
export function MapControls(
  props: MarkerProps & {
    surface: MapSurface;
    map: MapLibre | undefined;
    isBaseMap: boolean;
    onStep: (step: MapStep) => void;
    children: ReactNode;
  },
) {
  const { surface, map, isBaseMap, onStep, children, ...markers } = props;
  return (
    <>
      <MarkerLayer key={map ? 'map' : 'overview'} map={surface} {...markers} onCluster={onStep} />
      {children}
      <div className="map__tools">
        <IconButton label="Zoom in" onClick={() => onStep('zoom in')}>
          <Plus />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => onStep('zoom out')}>
          <Minus />
        </IconButton>
      </div>
      <Credit map={map} isBaseMap={isBaseMap} />
    </>
  );
}

/** Attribution: of the base map, or of the sources of another style. */
function Credit({ map, isBaseMap }: { map: MapLibre | undefined; isBaseMap: boolean }) {
  const [ofSources, setCredits] = useState<readonly Attribution[]>([]);
  const credits = isBaseMap || !map ? [{ text: getRegionRules().mapAttribution }] : ofSources;
  useEffect(() => {
    if (isBaseMap || !map) return undefined;
    const read = () => setCredits(readAttributions(map));
    map.on('sourcedata', read);
    return () => void map.off('sourcedata', read);
  }, [map, isBaseMap]);
  if (credits.length === 0) return null;
  return (
    <p className="map__credit">
      {credits.map(({ text, href }, index) => (
        <Fragment key={text}>
          {index > 0 && ' | '}
          {href ? <a href={href}>{text}</a> : text}
        </Fragment>
      ))}
    </p>
  );
}

interface Attribution {
  readonly text: string;
  readonly href?: string | undefined;
}

/** Returns the texts of the attributions, and the first link of each. */
function readAttributions(map: MapLibre): Attribution[] {
  const sources = Object.keys(map.getStyle()?.sources ?? {});
  const html = sources.map((id) => (map.getSource(id) as { attribution?: string } | undefined)?.attribution ?? '');
  return [...new Set(html)].flatMap((attribution) => {
    const { body } = new DOMParser().parseFromString(attribution, 'text/html');
    const text = body.textContent;
    return text ? [{ text, href: body.querySelector<HTMLAnchorElement>('a[href^="https:"]')?.href }] : [];
  });
}
