#!/bin/sh
# read-excel-file 9.3.17: the attribute `r` of rows and cells is optional (ECMA-376 part 1, 18.3.1.73 and 18.3.1.4), and programs that
# write large sheets leave it out. The same sheet is read with the attributes and fails without them. Seen:
#   with numbers: [["title","Old Mill"]]; without: Cannot read properties of undefined (reading 'length')
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . read-excel-file@9.3.17 fflate@0.8.3
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { readSheet } from 'read-excel-file/node';
import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const file = (text) => strToU8(`<?xml version="1.0"?>${text}`);
const cell = (reference, text) => `<c${reference} t="inlineStr"><is><t>${text}</t></is></c>`;
const write = (row, first, second) =>
  zipSync({
    '[Content_Types].xml': file(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': file(`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`),
    'xl/workbook.xml': file(`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Places" sheetId="1" r:id="rId1"/></sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': file(`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`),
    'xl/worksheets/sheet1.xml': file(
      `<worksheet xmlns="${MAIN}"><sheetData><row${row}>${cell(first, 'title')}${cell(second, 'Old Mill')}</row></sheetData></worksheet>`,
    ),
  });
const read = (bytes) => readSheet(Buffer.from(bytes)).then((rows) => JSON.stringify(rows), ({ message }) => message);
const numbered = await read(write(' r="1"', ' r="A1"', ' r="B1"'));
const plain = await read(write('', '', ''));
console.log(`with numbers: ${numbered}; without: ${plain}`);
assert.equal(numbered, '[["title","Old Mill"]]');
assert.equal(plain, "Cannot read properties of undefined (reading 'length')");
SCRIPT
node seen.mjs
