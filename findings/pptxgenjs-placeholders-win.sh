#!/bin/sh
# pptxgenjs 4.0.1: a text in a placeholder cannot have a place, size or colour of its own where the layout gives the placeholder one: what
# the layout says replaces what the slide says, without a message. In PowerPoint it is the other way round. What the layout leaves open is
# taken from the slide. Seen:
#   layout and slide say both: y 914400, size 2400, colour 5B636A
#   only the slide says it: y 1828800, size 3600, colour FFFFFF
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . pptxgenjs@4.0.1 fflate@0.8.3
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { strFromU8, unzipSync } from 'fflate';

const Presentation = createRequire(import.meta.url)('pptxgenjs');

/** Writes a slide whose title has a place, a size and a colour, and returns those of the file. */
async function write(ofLayout) {
  const deck = new Presentation();
  const options = { name: 'title', type: 'title', ...ofLayout };
  deck.defineSlideMaster({ title: 'LAYOUT', objects: [{ placeholder: { options, text: '' } }] });
  const slide = deck.addSlide({ masterName: 'LAYOUT' });
  slide.addText('The mill', { placeholder: 'title', x: 1, y: 2, w: 5, h: 1, fontSize: 36, color: 'FFFFFF' });
  const files = unzipSync(new Uint8Array(await deck.write({ outputType: 'nodebuffer' })));
  const xml = strFromU8(files['ppt/slides/slide1.xml']);
  const find = (pattern) => pattern.exec(xml)[1];
  return `y ${find(/<a:off x="914400" y="(\d+)"/)}, size ${find(/<a:rPr[^>]* sz="(\d+)"/)}, colour ${find(/<a:rPr.*?srgbClr val="(\w+)"/s)}`;
}

const both = await write({ x: 1, y: 1, w: 5, h: 1, fontSize: 24, color: '5B636A' });
console.log(`layout and slide say both: ${both}`);
const open = await write({});
console.log(`only the slide says it: ${open}`);
assert.deepEqual([both, open], ['y 914400, size 2400, colour 5B636A', 'y 1828800, size 3600, colour FFFFFF']);
SCRIPT
node seen.mjs
