import { getRegionName, getRegionRules } from '../geography/region-rules.ts';

export const NOT_UTF8 = 'The file is not UTF-8 text. Save it as “CSV UTF-8”, or as JSON.';
export const EMPTY_IMPORT = 'The file is empty.';
export const NO_KNOWN_HEADING =
  'None of the headings is a field of a location. The first line of a CSV file must have the headings.';
export const NOT_CSV = 'This row cannot be read as CSV.';
export const UNCLOSED_QUOTE = 'A quotation mark opens a cell in this row and is never closed.';
export const TEXT_AFTER_QUOTE =
  'Text follows a closing quotation mark. Write a quotation mark inside a quoted cell twice.';
export const ROW_TOO_LONG =
  'This row is too long. A quotation mark may be missing, or the rows may not end with line breaks.';
export const DUPLICATE_HEADING = 'This heading occurs twice.';
export const rowLength = (cells: number, headings: number) =>
  `This row has ${cells} cells, the headings are ${headings}.`;
export const NOT_JSON = 'This is not valid JSON.';
export const NOT_AN_ARRAY = 'The file must be a JSON array of locations.';
export const NOT_AN_OBJECT = 'Every item of the array must be an object.';
export const ENTER_JSON_VALUE = 'Enter text, a number, true, false, null, or a list of texts.';
export const ENTER_YES_OR_NO = 'Enter yes or no.';
export const ENTER_IMPORTED_DATE = 'Enter a date such as 2026-11-12 or 12/11/2026.';
export const ENTER_DATE_AND_TIME = 'Enter a date and time such as 2026-11-12T09:30:00Z, or only the date.';
export const ENTER_EXPORTED_ID = 'Enter the id as the export has it, or leave it empty.';
export const ENTER_LEGACY_ID = 'Enter the legacy id (locationidentifier): a later import finds the location by it.';
export const legacyIdOfAnother = (title: string) => `Another location, “${title}”, has this legacy id.`;
export const sameLocation = (line: number) => `Line ${line} is about the same location.`;
export const mergedLocation = (title: string) =>
  `“${title}” was merged into another location, so this row is left out.`;
export const unknownAuthority = (name: string) =>
  `Some places lie in ${name}, which is not an option of ${getRegionName('localAuthority')}, so they have none.`;
export const farFromCoast = () =>
  `This position is far out at sea, so the location has no ${getRegionName('localAuthority')}. Add it to the row, or check latitude and longitude.`;
export const outsideRegion = (isSwapped: boolean) =>
  `This position is outside ${getRegionRules().name}: ${isSwapped ? 'latitude and longitude seem to be swapped' : 'check latitude and longitude'}.`;
export const mappedToUnknown = (name: string) =>
  `The mapping names “${name}”, which is not a field of a location, so this column is left out.`;
export const UNKNOWN_COLUMN = 'No field of a location has this name, so it is left out. Use a mapping file to map it.';
export const duplicateColumn = (column: string) => `Two columns are mapped to ${column}.`;
export const CONTROL_CHARACTER_IN_CELL = 'The cell has a control character. Remove it.';
export const formulaError = (cell: string) =>
  `A formula has failed: the cell has the error ${cell}. Correct it, or empty the cell.`;
export const BROKEN_CHARACTER =
  'A character of this cell could not be read, and is imported as \ufffd. Correct it in the file.';
export const ESCAPED_QUOTE =
  'This cell has a backslash before a quotation mark, and is imported with both. Correct it in the file.';
export const ENTER_POSITION =
  'Enter a position: latitude and longitude, such as “56.1165, -3.9369”, or a grid reference.';
export const ENTER_GRID_NUMBERS = 'Enter easting and northing in metres, in a grid of the region.';
export const UNREADABLE_VALUE = 'The value cannot be read.';
export const onlyOneOption = (facet: string) => `A location has only one ${facet}.`;

export const CHOOSE_IMPORT_FILE = 'Choose a CSV or XLSX file.';
export const importTooLarge = (megabytes: number) =>
  `The file is larger than ${megabytes} MB. Split it into several files.`;
export const importTooManyRows = (rows: string) => `The file has more than ${rows} rows. Split it into several files.`;
export const importTooManyColumns = (columns: number) =>
  `The file has more than ${columns} columns. Delete those that are not needed.`;
export const importTooManySheets = (sheets: number) =>
  `The workbook has more than ${sheets} sheets. Save those to import as a workbook of their own.`;
export const IMPORT_TOO_MUCH_TEXT =
  'The file is too large when it is unpacked. Split it into several files, or save it as CSV.';
export const IMPORT_WITHOUT_ROWS = 'The file has headings but no rows.';
export const NOT_A_TABLE = 'This is not a CSV or XLSX file. Save the table as XLSX or as “CSV UTF-8”.';
export const OLD_WORKBOOK =
  'This workbook is protected by a password, or was saved by an old version of Excel. Save it as .xlsx without a password.';
export const DAMAGED_WORKBOOK = 'This workbook cannot be read. Save it again as .xlsx or as “CSV UTF-8”.';
export const WORKBOOK_WITH_MACROS = 'This workbook contains macros. Save it as .xlsx without them.';
export const atLine = (line: number, message: string) => `Line ${line}: ${message}`;
export const UPLOADS_BUSY = 'Other files are being processed. Try again in a moment.';
export const IMPORT_FORM_REQUIRED = 'Send the file as a form.';
export const IMPORT_NOT_FOUND =
  'We cannot find this import. Files are deleted a day after they were uploaded, or once they are imported.';
export const IMPORT_CHANGED = 'Somebody else has changed this import. Check it, then decide.';
export const IMPORT_NOT_CHECKED = 'Check the file first.';
export const IMPORT_IS_STARTED = 'This file is being imported already.';
export const CHOOSE_SHEET = 'Choose a sheet that can be imported.';
export const MAP_A_COLUMN = 'Choose a field for at least one column.';
export const mappedTwice = (label: string) => `Two columns are mapped to ${label}. Leave one of them out.`;
export const MAPPING_LENGTH = 'The mapping has a different number of columns than the file.';
export const waitingImportLimit = (max: number) =>
  `You have uploaded ${max} files that are not imported. Import or discard one of them; they are deleted after a day.`;
