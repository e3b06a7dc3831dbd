import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';

export const STREETS = 'streets';

type LineLayer = Extract<LayerSpecification, { type: 'line' }>;
type FillLayer = Extract<LayerSpecification, { type: 'fill' }>;

/** Creates a layer of areas; lines and points of the same source layer are left out. */
export function createAreas(
  id: string,
  sourceLayer: string,
  paint: NonNullable<FillLayer['paint']>,
  { filter, ...zooms }: { filter?: ExpressionSpecification; minzoom?: number; maxzoom?: number } = {},
): LayerSpecification {
  const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
  return {
    id,
    type: 'fill',
    source: STREETS,
    'source-layer': sourceLayer,
    filter: filter ? ['all', isArea, filter] : isArea,
    ...zooms,
    paint,
  };
}

/** Creates a layer of lines. */
export function createLines(
  id: string,
  sourceLayer: string,
  filter: FilterSpecification,
  {
    paint,
    layout,
    ...zooms
  }: { paint: NonNullable<LineLayer['paint']>; layout?: LineLayer['layout']; minzoom?: number; maxzoom?: number },
): LayerSpecification {
  return {
    id,
    type: 'line',
    source: STREETS,
    'source-layer': sourceLayer,
    filter,
    ...zooms,
    layout: { 'line-join': 'round', 'line-cap': 'round', ...layout },
    paint,
  };
}

/** Whether a field has one of the values. */
export function isOneOf(field: string, values: readonly string[]): ExpressionSpecification {
  return ['in', ['get', field], ['literal', [...values]]];
}

/** Grows exponentially between zooms, as the ground does. @param stops values by zoom */
export function growWithZoom(
  stops: Readonly<Record<number, number | ExpressionSpecification>>,
): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...toStops(stops)] as unknown as ExpressionSpecification;
}

/** Changes linearly between zooms. @param stops values by zoom */
export function changeWithZoom(
  stops: Readonly<Record<number, number | string | ExpressionSpecification>>,
): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...toStops(stops)] as unknown as ExpressionSpecification;
}

function toStops<Value>(stops: Readonly<Record<number, Value>>): (number | Value)[] {
  return Object.entries(stops).flatMap(([zoom, value]) => [Number(zoom), value]);
}
