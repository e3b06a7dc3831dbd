import { formatNumber } from '../../platform/text/numbers.ts';

export const NO_BOARD = 'We cannot find this board. It may have been deleted, or is not shared with you.';
export const NOT_ON_BOARD = 'This location is no longer on the board.';
export const ALREADY_ON_BOARD = 'Location already in this board';
export const ALREADY_ON_OWN_BOARD = `Error: ${ALREADY_ON_BOARD}`;
export const BOARD_ARCHIVED = 'This board is archived and cannot be changed.';
export const PRIVATE_BOARD_LINK = 'A private board has no public link.';
export const OWNER_ONLY = 'Only the owner of this board can do this.';
export const OWN_BOARDS_ONLY = 'You can create boards for yourself only.';
export const CHOOSE_BOARD_OWNER = 'Choose a Location Professional who has an account.';
export const boardLimit = (max: number) =>
  `An account can have at most ${max} boards, archived ones included. Delete one that is no longer needed, then try again.`;
export const duplicateLimit = (max: number, minutes: number) =>
  `You can duplicate at most ${max} boards an hour. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
export const locationLimit = (max: number) =>
  `A board can have at most ${formatNumber(max)} locations. Remove one from it, or choose another board.`;
export const entryLimit = (max: number) =>
  `All boards of an account can have ${formatNumber(max)} locations together. Remove some, or delete a board that is no longer needed.`;
export const boardShareLimit = (max: number) =>
  `A board can be shared with at most ${max} addresses. Stop sharing it with one, or use the public link.`;
export const shareLimit = (max: number) => `You can share with ${max} addresses an hour. Please try again later.`;
export const addressLimit = (max: number) => `Enter at most ${max} addresses at a time.`;
export const sectionLimit = (max: number) =>
  `A board can have at most ${max} sections. Delete one that is no longer needed, then try again.`;
export const NO_COMMA = 'A tag has no comma.';
export const tagLength = (max: number) => `A tag can have at most ${max} characters.`;
export const tagLimit = (max: number) => `A location on a board can have at most ${max} tags.`;
export const boardTagLimit = (max: number) =>
  `A board can have at most ${max} different tags. Use one that it has, or remove some.`;
export const TEXT_CHANGED = 'Somebody else has changed this text meanwhile. Choose a text, then save again.';
export const IMAGE_NOT_PUBLISHED = 'A photograph is no longer published. Choose again.';
export const CHOOSE_IMAGE = 'Choose at least one photograph.';
export const formatRecceTitle = (title: string) => `Recce photographs of ${title}`;
export const DELETED_FOR_ALL = 'It is deleted for everybody who sees the board. This cannot be undone.';
export const formatFilesTitle = (title: string) => `Files of ${title}`;
export const CHOOSE_BOARD_FILE = 'Choose a PDF or a Word document (.docx).';
export const NO_FILE = 'This file is no longer on the board.';
export const locationFileLimit = (max: number) =>
  `A location on a board can have at most ${max} files. Delete one that is no longer needed, then try again.`;
export const boardFileLimit = (max: number) =>
  `A board can have at most ${max} files. Delete some that are no longer needed, then try again.`;
export const NO_SECTION = 'This section is no longer on the board.';
export const NOT_IN_SECTION = 'This location is no longer in the section.';
export const ENTER_SECTION_TITLE = 'Enter a title for the section.';
export const NOT_SHARED = 'The board is no longer shared with this email address.';
export const ENTER_TITLE = 'Enter a title for the board.';
export const NO_LOCATION_SELECTED = 'No location selected.';
export const REMOVED_LOCATION = 'This location was removed from the directory.';
export const BOARD_TITLE_LABEL = 'Title of the board';
export const NOTES_TOO_LONG =
  'A board has both locations, and their notes together are too long. Shorten one of them first.';
export const LINK_UNUSABLE = 'This link was already used, or has expired. Ask for a new one.';
export const sharedWithYou = (owner: string) => `${owner} has shared a board with you`;

export const ENTER_AMOUNT = 'Enter an amount of at most 10,000,000, with at most two decimals, such as 450.';
export const ENTER_DAYS = 'Enter whole or half days, at most 365, such as 1.5.';
export const NO_PHOTOGRAPH = 'This photograph is no longer on the board.';
export const locationPhotographLimit = (max: number) =>
  `A location on a board can have at most ${max} recce photographs. Delete one that is no longer needed, then try again.`;
export const boardPhotographLimit = (max: number) =>
  `A board can have at most ${formatNumber(max)} recce photographs. Delete some that are no longer needed, then try again.`;
export const accountBytesLimit = (max: number) =>
  `The recce photographs and files on all boards of an account can take ${max / 1024 ** 3} GB together. Delete some that are no longer needed, then try again.`;
