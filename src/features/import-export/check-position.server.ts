import { findGridPosition } from '../geography/positions/grids.server.ts';
import { parsePosition } from '../geography/positions/parse-position.server.ts';
import type { Position } from '../geography/schema.ts';
import type { PositionColumn } from './columns.ts';
import * as messages from './messages.ts';

/** Cells of a row that give its position in another way than by latitude and longitude. Columns that the file does not have are missing. */
export type PositionCells = Readonly<Partial<Record<PositionColumn, string>>>;

/** Metres, also with thousands separators or a decimal comma. */
const METRES = /^\d{1,7}(?:[.,]\d{1,2})?$|^\d{1,3}(?:[, ]\d{3}){1,2}(?:\.\d+)?$/;

/**
 * Returns the position of a row by the first of these cells with text.
 * @returns null if all are empty; undefined without such a column, or for an invalid cell, which is reported
 */
export function checkPosition(
  { position, easting, northing }: PositionCells,
  reject: (column: PositionColumn, message: string) => void,
): Position | null | undefined {
  if (position) {
    const found = parsePosition(position);
    if (!found) reject('position', messages.ENTER_POSITION);
    return found ?? undefined;
  }
  if (easting || northing) {
    const [x, y] = [parseMetres(easting), parseMetres(northing)];
    const found = x === undefined || y === undefined ? null : findGridPosition({ easting: x, northing: y });
    if (!found) reject(easting === undefined ? 'northing' : 'easting', messages.ENTER_GRID_NUMBERS);
    return found ?? undefined;
  }
  return position === undefined && easting === undefined && northing === undefined ? undefined : null;
}

function parseMetres(text = ''): number | undefined {
  if (!METRES.test(text)) return undefined;
  return Number(text.replace(/[, ](?=\d{3}(?!\d))/g, '').replace(',', '.'));
}
