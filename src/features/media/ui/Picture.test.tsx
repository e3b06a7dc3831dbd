import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Picture as PictureData } from '../schema.ts';
import { StaticMap, Picture } from './Picture.tsx';

const sha256 = 'a'.repeat(64);
const picture: PictureData = {
  sha256,
  width: 1500,
  height: 1000,
  alt: 'A mill by a "burn"',
  caption: null,
  credit: null,
  licence: null,
  focal: { x: 0.35, y: 0.8 },
  placeholder: 'btcFHYp/dnk2h2h3eYd4h4dwlwhm',
};

describe('a picture', () => {
  it('offers every width in both formats, AVIF first', () => {
    const html = renderToStaticMarkup(<Picture picture={picture} sizes="50vw" />);
    const sets = [...html.matchAll(/srcset="([^"]+)"/gi)].map(([, set]) => set!.split(', '));
    for (const [index, format] of (['avif', 'webp'] as const).entries()) {
      expect(sets[index]).toEqual(
        [320, 480, 768, 1080, 1440, 1500].map((width) => `/media/${sha256}/${width}.${format} ${width}w`),
      );
    }
    expect(html.indexOf('image/avif')).toBeLessThan(html.indexOf('<img'));
    expect(html.match(/sizes="50vw"/g)).toHaveLength(2);
  });

  it('reserves its space, keeps the focal point visible and shows a placeholder', () => {
    const html = renderToStaticMarkup(<Picture picture={picture} sizes="50vw" />);
    expect(html).toContain('width="1500" height="1000"');
    expect(html).toContain('--focal:35% 80%;--placeholder:linear-gradient(#');
    expect(html).toContain('alt="A mill by a &quot;burn&quot;"');
    expect(html).not.toMatch(/ on[a-z]+=|<script/i);
  });

  it('is loaded at once with priority, and lazily otherwise', () => {
    const first = renderToStaticMarkup(<Picture picture={picture} sizes="100vw" priority />);
    expect(first).toContain('fetchPriority="high"');
    expect(first).not.toContain('loading=');
    const later = renderToStaticMarkup(<Picture picture={picture} sizes="100vw" />);
    expect(later).toContain('loading="lazy"');
    expect(later).not.toContain('fetchPriority');
  });

  it('is shown without a placeholder when it is not cropped', () => {
    const html = renderToStaticMarkup(<Picture picture={picture} sizes="100vw" crop={false} />);
    expect(html).toContain('picture--whole');
    expect(html).not.toContain('style=');
  });

  it('offers no width beyond a small original', () => {
    const html = renderToStaticMarkup(<Picture picture={{ ...picture, width: 800 }} sizes="100vw" />);
    expect(html).toContain(`src="/media/${sha256}/800.webp"`);
    expect(html).not.toContain('1080');
  });
});

it('uses the public position for a static map', () => {
  const html = renderToStaticMarkup(<StaticMap position={{ latitude: 57.5, longitude: -5.51234 }} alt="Map" />);
  expect(html).toContain('src="/media/maps/57.5000,-5.5123.svg"');
  expect(html).toContain('width="960" height="640"');
});
