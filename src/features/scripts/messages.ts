import { MAX_FILE_BYTES, MAX_TEXT_LENGTH } from './limits.ts';

export const READING = 'Reading the script.';
export const SCRIPT_READ = 'The script was read.';
export const CANCELLED = 'Reading was cancelled.';
export const READING_TIMED_OUT = 'Reading this script takes too long. Export it again, or paste its headings.';
export const READING_FAILED = 'This script could not be read. Export it again, or paste its text.';
export const NO_SCENES = 'No scene headings were found. They begin with INT. or EXT., such as INT. MILL - DAY.';
export const ENTER_TEXT = 'Paste the text of a script, or its headings.';
export const TEXT_TOO_LONG = `This text is longer than ${MAX_TEXT_LENGTH / 1_000_000} million characters. Choose the script as a file.`;

export const PLACES_CONTRADICT = 'These places do not fit the scenes. Read the script again.';
export const NO_SAVED_SCRIPT = 'No script is saved with this board.';
export const SAVED_MEANWHILE = 'Somebody has saved or deleted the script of this board meanwhile. Nothing was changed.';
export const SCRIPT_TOO_LARGE = 'This script has too many scenes to be saved. Download the places instead.';

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
export const MAX_FILE_SIZE = `${toMegabytes(MAX_FILE_BYTES)} MB`;

/** @param bytes of the file */
export const fileTooLarge = (bytes: number) =>
  `This file has ${toMegabytes(bytes)} MB. Scripts can have up to ${MAX_FILE_SIZE}: export it without pictures.`;
