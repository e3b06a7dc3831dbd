#!/bin/sh
# gpx-builder 6.0.0: the elements of a file are written in the order in which they were set. The schema of GPX 1.1 demands metadata,
# wpt, rte, trk, in this order, so a file is valid only if its author knows that. Seen:
#   set as trk, rte, wpt, metadata; written as trk rte wpt metadata
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . gpx-builder@6.0.0
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { BaseBuilder, buildGPX } from 'gpx-builder';

const { Metadata, Point, Route, Segment, Track } = BaseBuilder.MODELS;
const mill = () => new Point(57, -4, { name: 'Mill' });
const builder = new BaseBuilder();
builder.setTracks([new Track([new Segment([mill()])])]);
builder.setRoutes([new Route({ rtept: [mill()] })]);
builder.setWayPoints([mill()]);
builder.setMetadata(new Metadata({ name: 'Recce' }));
const written = buildGPX(builder.toObject()).match(/(?<=^ {2}<)\w+/gm);
console.log(`set as trk, rte, wpt, metadata; written as ${written.join(' ')}`);
assert.deepEqual(written, ['trk', 'rte', 'wpt', 'metadata']);
SCRIPT
node seen.mjs
