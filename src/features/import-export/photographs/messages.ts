import { formatCount } from '../../../platform/text/numbers.ts';

export const NAME_LEAVES_FOLDER =
  'Names may not lead out of the folder. Write them as they are below the folder, without “..” or a drive.';
export const NAME_NOT_FOUND = 'The folder has no file or folder of this name.';
export const ambiguousName = (paths: readonly string[]) =>
  `Several files have this name: ${paths.join(', ')}. Write the name with its folders.`;
export const captionCount = (captions: number, photographs: number) =>
  `There are ${formatCount(captions, 'caption')} for ${formatCount(photographs, 'photograph')}. Those beyond are left out.`;
export const creditCount = (credits: number, photographs: number) =>
  `There are ${formatCount(credits, 'credit')} for ${formatCount(photographs, 'photograph')}. Write one for each, or one for all.`;
export const textCut = (what: 'caption' | 'credit', max: number) => `A ${what} is cut to ${max} characters.`;

export const NO_ROW_FOR_FOLDER =
  'No row has the name of one of these folders as its id, locationidentifier, locationurl or title, so its photographs are left out.';
export const severalRowsForFolder = (lines: readonly number[]) =>
  `Lines ${lines.join(', ')} have the names of its folders, so its photographs are left out. Name them after one row only, by its id.`;
export const NOT_IN_A_FOLDER = 'It is in no folder of a place.';
export const NOT_IN_THE_TABLE = 'No row names it.';

export const IS_A_LINK = 'It is a link, and links are not followed.';
export const NOT_A_FILE = 'It is no file.';
export const FILE_HAS_CHANGED = 'The file was moved or replaced during the import.';
export const sameAs = (name: string) => `It is the same picture as ${name}.`;
export const looksLike = (name: string) =>
  `It looks like ${name}, which is as large or larger. To add it too, use --similar-photographs.`;
export const LOCATION_HAS_IT = 'The location has this picture already.';
export const beyondLimit = (max: number) => `A location can have ${max} images.`;
export const fewFit = (room: number, max: number) =>
  `Of these, ${formatCount(room, 'photograph')} can be added at most: a location can have ${max} images.`;
export const notDecoded = (reason: string) => `It could not be decoded (${reason}). To try again, repeat the import.`;
export const ROW_NOT_IMPORTED = 'Somebody has changed the location meanwhile, so that its row was not imported.';
export const NO_ROW_HAS_PHOTOGRAPHS =
  'Nothing was imported, since no row has a photograph in this folder. To import the rows alone, leave out --photographs.';
export const NO_PHOTOGRAPHS_LEFT = 'There are no photographs to import.';
export const continuesImport = (id: number) =>
  `This continues import ${id}: rows of locations that the catalogue has already are not imported again.`;

export const tooManyFiles = (max: number) =>
  `There are more than ${formatCount(max, 'file')}. Divide them into several folders.`;
export const NOT_A_FOLDER_OR_ARCHIVE = 'This is no folder, and no ZIP archive that can be read';
export const ARCHIVE_TOO_LARGE_UNPACKED =
  'The files of this ZIP archive are far larger than it. Unpack it, and import the folder.';
export const ARCHIVE_HAS_NAME_TWICE = 'The ZIP archive has two files of the same name';
export const ARCHIVE_ENTRY_DAMAGED = 'It cannot be read from the ZIP archive: it is damaged or encrypted.';
export const noSuchImport = (id: number) => `There is no import of photographs ${id}.`;
export const undoneMeanwhile = (id: number) => `Import ${id} was undone meanwhile, and has stopped.`;
export const CHANGED_SINCE = 'Somebody has changed it since or uses it on a board, so it stays.';
export const PAGE_STILL_SHOWS = 'Its page shows the photographs until its other changes are published.';
