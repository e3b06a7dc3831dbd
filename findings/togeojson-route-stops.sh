#!/bin/sh
# @tmcw/togeojson 7.1.3: the stops of a route in a GPX file have names of their own; the line that it becomes has none of them. Who
# plans a recce as a route must write its stops as waypoints too. Seen:
#   1 feature, LineString of 2 positions, properties: {"_gpxType":"rte","name":"Recce"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @tmcw/togeojson@7.1.3 @xmldom/xmldom@0.9.10
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { gpx } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';

const stop = (latitude, name) => `<rtept lat="${latitude}" lon="-4"><name>${name}</name></rtept>`;
const text = `<gpx version="1.1" creator="finding" xmlns="http://www.topografix.com/GPX/1/1"><rte><name>Recce</name>${stop(57, 'Mill')}${stop(58, 'Barn')}</rte></gpx>`;
const { features } = gpx(new DOMParser().parseFromString(text, 'text/xml'));
const [{ geometry, properties }] = features;
console.log(
  `${features.length} feature, ${geometry.type} of ${geometry.coordinates.length} positions, properties: ${JSON.stringify(properties)}`,
);
assert.equal(features.length, 1);
assert.deepEqual(properties, { _gpxType: 'rte', name: 'Recce' });
assert.ok(!JSON.stringify(features).includes('Mill'));
SCRIPT
node seen.mjs
