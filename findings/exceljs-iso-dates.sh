#!/bin/sh
# exceljs 4.4.0: a cell of type `d`, which holds an ISO 8601 date (ECMA-376 part 1, 18.18.11; "Strict Open XML Spreadsheet" of Excel
# writes them), is read as a number of days that is its year: a day in 1905. Nothing tells that the date is wrong. Seen:
#   2026-11-12 is read as 1905-07-18
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . exceljs@4.4.0 fflate@0.8.3
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const file = (text) => strToU8(`<?xml version="1.0"?>${text}`);
const bytes = zipSync({
  '[Content_Types].xml': file(
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ),
  '_rels/.rels': file(`<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`),
  'xl/workbook.xml': file(`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Dates" sheetId="1" r:id="rId1"/></sheets></workbook>`),
  'xl/_rels/workbook.xml.rels': file(
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ),
  // Style 1 has number format 14, a date.
  'xl/styles.xml': file(
    `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
      `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ),
  'xl/worksheets/sheet1.xml': file(
    `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" s="1" t="d"><v>2026-11-12</v></c></row></sheetData></worksheet>`,
  ),
});
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.load(bytes);
const { value } = workbook.getWorksheet('Dates').getCell('A1');
const day = value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
console.log(`2026-11-12 is read as ${day}`);
assert.equal(day, '1905-07-18');
SCRIPT
node seen.mjs
