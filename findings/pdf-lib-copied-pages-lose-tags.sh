#!/bin/sh
# pdf-lib 1.17.1: `copyPages`, the way to put a cover before a document, copies what pages refer to, but the tags, the language and the
# mark that a document is tagged belong to its catalogue. The copy looks the same and is no longer accessible (PDF/UA); nothing says so. Seen:
#   source: StructTreeRoot MarkInfo Lang; copy: none of them
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . pdf-lib@1.17.1
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';

const TAGGING = ['StructTreeRoot', 'MarkInfo', 'Lang'];
const getTagging = ({ catalog }) => TAGGING.filter((key) => catalog.has(PDFName.of(key)));
const reload = async (document) => PDFDocument.load(await document.save());

const tagged = await PDFDocument.create();
const page = tagged.addPage([200, 200]);
const { context } = tagged;
const root = context.nextRef();
const paragraph = context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page.ref, K: 0 }));
context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [paragraph], ParentTree: { Nums: [0, [paragraph]] } }));
page.node.set(PDFName.of('StructParents'), context.obj(0));
const contents = context.stream('/P <</MCID 0>> BDC BT /F1 12 Tf 20 100 Td (Old Mill) Tj ET EMC');
page.node.set(PDFName.of('Contents'), context.register(contents));
const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }));
page.node.set(PDFName.of('Resources'), context.obj({ Font: { F1: font } }));
tagged.catalog.set(PDFName.of('StructTreeRoot'), root);
tagged.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
tagged.catalog.set(PDFName.of('Lang'), PDFString.of('en-GB'));

const source = await reload(tagged);
const combined = await PDFDocument.create();
for (const copied of await combined.copyPages(source, [0])) combined.addPage(copied);
const copy = await reload(combined);
console.log(`source: ${getTagging(source).join(' ')}; copy: ${getTagging(copy).join(' ') || 'none of them'}`);
assert.deepEqual(getTagging(source), TAGGING);
assert.deepEqual(getTagging(copy), []);
assert.equal(copy.getPageCount(), 1);
SCRIPT
node seen.mjs
