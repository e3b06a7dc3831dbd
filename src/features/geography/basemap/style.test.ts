import { describe, expect, test } from 'vitest';
import { GROUND_LAYERS } from './layers.server.ts';
import { createMapStyle } from './style.ts';

const tilesUrl = 'https://recce.example/tiles/{z}/{x}/{y}';
const attribution = 'Map data: Natural Earth';
const style = (theme: 'light' | 'dark') =>
  createMapStyle({ theme, tilesUrl, attribution, fonts: ['Archivo Variable', 'Arial'] });

describe('createMapStyle', () => {
  test('uses every layer of the tiles and no other', () => {
    const drawn = style('light').layers.flatMap((layer) => ('source-layer' in layer ? [layer['source-layer']] : []));
    expect([...new Set(drawn)].toSorted()).toEqual([...GROUND_LAYERS, 'places'].toSorted());
  });

  test('draws land above sea, water above land and labels above all', () => {
    const order = style('light').layers.map((layer) => layer.id);
    const at = (id: string) => order.indexOf(id);
    expect(at('sea')).toBeLessThan(at('land'));
    expect(at('land')).toBeLessThan(at('lakes'));
    expect(at('coast-line')).toBeLessThan(at('towns'));
    expect(new Set(order).size).toBe(order.length);
  });

  test('names its sources and no glyph server', () => {
    expect(style('light').sources).toMatchObject({ base: { tiles: [tilesUrl], attribution } });
    expect(style('light').glyphs).toBeUndefined();
  });

  test('has a dark theme', () => {
    const sea = (theme: 'light' | 'dark') => style(theme).layers.find((layer) => layer.id === 'sea')?.paint;
    expect(sea('dark')).toEqual({ 'background-color': '#0D1114' });
    expect(sea('light')).toEqual({ 'background-color': '#DDE4E6' });
  });
});
