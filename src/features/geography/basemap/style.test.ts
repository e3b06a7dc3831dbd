import { describe, expect, test } from 'vitest';
import { GROUND_LAYERS } from './layers.server.ts';
import { MAP_ATTRIBUTION, mapStyle } from './style.ts';

const tilesUrl = 'https://recce.example/tiles/{z}/{x}/{y}';
const style = (theme: 'light' | 'dark') => mapStyle({ theme, tilesUrl, fonts: ['Archivo Variable', 'Arial'] });

describe('mapStyle', () => {
  test('draws exactly the layers of the tiles', () => {
    const drawn = style('light').layers.flatMap((layer) => ('source-layer' in layer ? [layer['source-layer']] : []));
    expect([...new Set(drawn)].toSorted()).toEqual([...GROUND_LAYERS, 'places'].toSorted());
  });

  test('orders land above sea, water above land and names on top', () => {
    const order = style('light').layers.map((layer) => layer.id);
    const at = (id: string) => order.indexOf(id);
    expect(at('sea')).toBeLessThan(at('land'));
    expect(at('land')).toBeLessThan(at('lakes'));
    expect(at('coast-line')).toBeLessThan(at('towns'));
    expect(new Set(order).size).toBe(order.length);
  });

  test('has its sources and no glyph server', () => {
    expect(style('light').sources).toMatchObject({ base: { tiles: [tilesUrl], attribution: MAP_ATTRIBUTION } });
    expect(style('light').glyphs).toBeUndefined();
  });

  test('has dark colours in the dark theme', () => {
    const sea = (theme: 'light' | 'dark') => style(theme).layers.find((layer) => layer.id === 'sea')?.paint;
    expect(sea('dark')).toEqual({ 'background-color': '#0D1114' });
    expect(sea('light')).toEqual({ 'background-color': '#DDE4E6' });
  });
});
