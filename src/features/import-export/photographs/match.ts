import type { ImportedRow } from '../schema.ts';
import { parsePhotographCells } from './cells.ts';
import { compareNames, createFileIndex, normalizeName } from './file-index.ts';
import { NO_ROW_FOR_FOLDER, NOT_IN_A_FOLDER, NOT_IN_THE_TABLE, severalRowsForFolder } from './messages.ts';
import type { SourceEntry, Match, MatchedPhotograph, PhotographFinding } from './schema.ts';

/**
 * Matches the rows of a table with the files of a folder: by the names in the column of photographs, or without such a column by folders
 * that are named after the rows.
 */
export function matchPhotographs(rows: readonly ImportedRow[], files: readonly SourceEntry[]): Match {
  const hasColumn = rows.some(({ photographs }) => photographs.photographs !== undefined);
  return hasColumn ? matchByColumn(rows, files) : matchByFolder(rows, files);
}

function matchByColumn(rows: readonly ImportedRow[], files: readonly SourceEntry[]): Match {
  const index = createFileIndex(files);
  const photographs: MatchedPhotograph[] = [];
  const leftOut: PhotographFinding[] = [];
  const warnings: PhotographFinding[] = [];
  const named = new Set<SourceEntry>();
  for (const row of rows) {
    const { line } = row;
    const ofRow = new Set<SourceEntry>();
    const { listed, warnings: cellWarnings } = parsePhotographCells(row.photographs);
    for (const message of cellWarnings) warnings.push({ line, name: row.title, message });
    for (const { name, caption, credit } of listed) {
      const found = index.find(name);
      if ('problem' in found) {
        leftOut.push({ line, name, message: found.problem });
        continue;
      }
      const isFolder = found.files.length > 1;
      for (const file of found.files) {
        named.add(file);
        if (ofRow.has(file)) continue;
        ofRow.add(file);
        photographs.push({ row, file, caption: isFolder ? null : caption, credit });
      }
    }
  }
  for (const file of files)
    if (file.kind === 'file' && !named.has(file))
      leftOut.push({ line: null, name: file.path, message: NOT_IN_THE_TABLE });
  return { photographs, leftOut, warnings };
}

/** What a folder of a place may be named after, the surest first. */
const FOLDER_NAMES: readonly ((row: ImportedRow) => string | null)[] = [
  ({ id }) => id,
  ({ legacyId }) => (legacyId === null ? null : String(legacyId)),
  ({ slug }) => slug,
  ({ title }) => toFolderName(title),
];

/** Titles have characters that names of folders cannot have, and programs replace them in different ways. */
function toFolderName(text: string): string {
  return normalizeName(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function matchByFolder(rows: readonly ImportedRow[], files: readonly SourceEntry[]): Match {
  const lookups = FOLDER_NAMES.map((getName) => Map.groupBy(rows, getName));
  const findRows = (folder: string): readonly ImportedRow[] => {
    const name = normalizeName(folder);
    // 0012 is the row 12.
    const written = [name, name.replace(/^0+(?=\d+$)/, ''), name, toFolderName(folder)];
    for (const [index, lookup] of lookups.entries()) {
      const found = written[index] ? lookup.get(written[index]) : undefined;
      if (found) return found;
    }
    return [];
  };
  const photographs: MatchedPhotograph[] = [];
  const leftOut: PhotographFinding[] = [];
  for (const [folder, inside] of Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1))) {
    // Folders around that of a place and in it may have the name of another one: a year may be a locationidentifier.
    const [row, ...others] = new Set(folder.split('/').flatMap(findRows));
    const leaveOut = (name: string, message: string) => void leftOut.push({ line: null, name, message });
    if (folder === '') for (const { path } of inside) leaveOut(path, NOT_IN_A_FOLDER);
    else if (!row) leaveOut(folder, NO_ROW_FOR_FOLDER);
    else if (others.length > 0) leaveOut(folder, severalRowsForFolder([row, ...others].map(({ line }) => line)));
    else for (const file of inside) photographs.push({ row, file, caption: null, credit: getCreditForAll(row) });
  }
  const order = new Map(rows.map((row, position) => [row, position]));
  const inOrder = photographs.toSorted(
    (a, b) => order.get(a.row)! - order.get(b.row)! || compareNames(a.file.path, b.file.path),
  );
  return { photographs: inOrder, leftOut, warnings: [] };
}

/** Without names, a credit is for all photographs of the row, and captions are for none. */
function getCreditForAll({ photographs }: ImportedRow): string | null {
  const { listed } = parsePhotographCells({ ...photographs, photographs: 'all' });
  return listed[0]?.credit ?? null;
}
