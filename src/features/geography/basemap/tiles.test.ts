import { describe, expect, test } from 'vitest';
import { groundLayers } from './layers.server.ts';
import { tile } from './tiles.server.ts';

/** Returns the tile of a zoom that contains a position (Web Mercator). */
function getTileAt(z: number, latitude: number, longitude: number): Uint8Array | null {
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
  return tile(z, x, y);
}

describe('tile', () => {
  test('contains all layers where they meet', () => {
    const layers = parseLayers(getTileAt(5, 56.5, -4.5)!);
    expect(Object.keys(layers).toSorted()).toEqual([...Object.keys(groundLayers()), 'places'].toSorted());
  });

  test('contains the names of its towns and waters', () => {
    const names = parseLayers(getTileAt(9, 57.3, -4.45)!)['places']!.words;
    expect(names).toContain('Fort Augustus');
    expect(names).toContain('Loch Ness');
    expect(names).not.toContain('Glasgow');
  });

  test('contains small towns only at high zooms', () => {
    expect(parseLayers(getTileAt(5, 55.86, -4.25)!)['places']!.words).toContain('Glasgow');
    expect(parseLayers(getTileAt(5, 55.86, -4.25)!)['places']!.words).not.toContain('Paisley');
    expect(parseLayers(getTileAt(9, 55.83, -4.43)!)['places']!.words).toContain('Paisley');
  });

  test('is below 40 KB at every zoom', () => {
    for (let z = 3; z <= 9; z++) {
      expect(getTileAt(z, 57.4, -5.8)!.byteLength).toBeLessThan(40_000);
    }
  });

  test.each([
    ['open sea', 9, 200, 150],
    ['a zoom before the first', 2, 1, 1],
    ['a zoom after the last', 10, 496, 314],
    ['a column that does not exist', 3, 8, 2],
    ['a fraction', 5, 15.5, 9],
  ])('is null for %s', (_what, z, x, y) => {
    expect(tile(z, x, y)).toBeNull();
  });
});

interface TileLayer {
  features: number;
  words: string[];
}

/** Parses layer names, feature counts and text values of a Mapbox Vector Tile. */
function parseLayers(bytes: Uint8Array): Record<string, TileLayer> {
  const layers: Record<string, TileLayer> = {};
  for (const [, layer] of parseFields(bytes).filter(([field]) => field === 3)) {
    const fields = parseFields(layer);
    const all = (number: number) => fields.filter(([field]) => field === number).map(([, content]) => content);
    const text = (content: Uint8Array) => new TextDecoder().decode(content);
    const words = all(4).flatMap((value) => parseFields(value).filter(([field]) => field === 1));
    layers[text(all(1)[0]!)] = { features: all(2).length, words: words.map(([, word]) => text(word)) };
  }
  return layers;
}

/** Parses the length-delimited fields of a protobuf message; skips numbers. */
function parseFields(bytes: Uint8Array): [field: number, content: Uint8Array][] {
  const found: [number, Uint8Array][] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const wire = key & 7;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else {
      const length = varint();
      found.push([key >> 3, bytes.subarray(at, at + length)]);
      at += length;
    }
  }
  return found;
}
