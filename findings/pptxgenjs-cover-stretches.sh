#!/bin/sh
# pptxgenjs 4.0.1: `sizing: { type: "cover" }` crops by the size that the caller names for the picture, not by its pixels. A wide
# photograph in a square box is not cropped but stretched to it. Crop before, or compute the crop. Seen:
#   a picture of 400 x 100 pixels covers a square: cropped by l="0" r="0" t="0" b="0", shown as 1828800 x 1828800 EMU
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . pptxgenjs@4.0.1 sharp@0.35.5 fflate@0.8.3
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import PptxGenJS from 'pptxgenjs';
import sharp from 'sharp';
import { strFromU8, unzipSync } from 'fflate';

const picture = await sharp({ create: { width: 400, height: 100, channels: 3, background: 'red' } }).png().toBuffer();
const deck = new PptxGenJS();
deck.addSlide().addImage({
  data: `image/png;base64,${picture.toString('base64')}`,
  x: 0,
  y: 0,
  w: 2,
  h: 2,
  sizing: { type: 'cover', w: 2, h: 2 },
  altText: 'A mill',
});
const bytes = await deck.write({ outputType: 'uint8array' });
const slide = strFromU8(unzipSync(bytes)['ppt/slides/slide1.xml']);
const image = slide.slice(slide.indexOf('<p:pic>'));
const [, crop] = /<a:srcRect ([^>]*)\/>/.exec(image);
const [, width, height] = /<a:ext cx="(\d+)" cy="(\d+)"/.exec(image);
console.log(`a picture of 400 x 100 pixels covers a square: cropped by ${crop}, shown as ${width} x ${height} EMU`);
assert.equal(crop, 'l="0" r="0" t="0" b="0"');
assert.equal(width, height);
SCRIPT
node seen.mjs
