import { describe, expect, test } from 'vitest';
import { getGroundLayers } from './layers.server.ts';
import { createTile } from './tiles.server.ts';

/** Returns the tile that contains a position (Web Mercator). */
function tileAt(z: number, latitude: number, longitude: number): Uint8Array | null {
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
  return createTile(z, x, y);
}

describe('createTile', () => {
  test('has every layer where all of them meet', () => {
    const layers = layersOf(tileAt(5, 56.5, -4.5)!);
    expect(Object.keys(layers).toSorted()).toEqual([...Object.keys(getGroundLayers()), 'places'].toSorted());
  });

  test('has the labels of towns and waters', () => {
    const names = layersOf(tileAt(9, 57.3, -4.45)!)['places']!.words;
    expect(names).toContain('Fort Augustus');
    expect(names).toContain('Loch Ness');
    expect(names).not.toContain('Glasgow');
  });

  test('omits small towns at low zooms', () => {
    expect(layersOf(tileAt(5, 55.86, -4.25)!)['places']!.words).toContain('Glasgow');
    expect(layersOf(tileAt(5, 55.86, -4.25)!)['places']!.words).not.toContain('Paisley');
    expect(layersOf(tileAt(9, 55.83, -4.43)!)['places']!.words).toContain('Paisley');
  });

  test('is small at every zoom', () => {
    for (let z = 3; z <= 9; z++) {
      expect(tileAt(z, 57.4, -5.8)!.byteLength).toBeLessThan(40_000);
    }
  });

  test.each([
    ['open sea', 9, 200, 150],
    ['a zoom before the first', 2, 1, 1],
    ['a zoom after the last', 10, 496, 314],
    ['a column that does not exist', 3, 8, 2],
    ['a fraction', 5, 15.5, 9],
  ])('is null for %s', (_what, z, x, y) => {
    expect(createTile(z, x, y)).toBeNull();
  });
});

interface TileLayer {
  features: number;
  words: string[];
}

/** Reads layer names, feature counts and text values of a Mapbox Vector Tile. */
function layersOf(bytes: Uint8Array): Record<string, TileLayer> {
  const layers: Record<string, TileLayer> = {};
  for (const [, layer] of messages(bytes).filter(([field]) => field === 3)) {
    const fields = messages(layer);
    const all = (wanted: number) => fields.filter(([field]) => field === wanted).map(([, content]) => content);
    const text = (content: Uint8Array) => new TextDecoder().decode(content);
    const words = all(4).flatMap((value) => messages(value).filter(([field]) => field === 1));
    layers[text(all(1)[0]!)] = { features: all(2).length, words: words.map(([, word]) => text(word)) };
  }
  return layers;
}

/** The length-delimited fields of a protobuf message, numbers skipped. */
function messages(bytes: Uint8Array): [field: number, content: Uint8Array][] {
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
