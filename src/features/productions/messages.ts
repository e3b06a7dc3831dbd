import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';
import { formatNumber } from '../../platform/text/numbers.ts';

export const ENTER_TITLE = 'Enter a title.';
export const ENTER_CODE_NAME = 'Enter a code name: others read it while there is an embargo.';
export const EMBARGO_WITHOUT_DATE = 'Tick ‘Embargo’, or remove its last day.';
export const ENTER_NEXT_STEP = 'Enter what is to be done on this day.';
export const ENTER_CREW_SIZE = 'Enter a number of people from 1 to 10,000.';
export const ENTER_NOTE = 'Enter a note.';
export const ENTER_ROLE = 'Enter a role, such as Location manager.';
export const DATES_IN_ORDER = 'Enter a day that is not before the one above.';

export const NO_SUCH_PRODUCTION = cannotFind('production');
export const NO_SUCH_LOCATION = cannotFind('location');
export const NO_SUCH_PERSON = 'Choose people who are in the directory.';
export const NO_SUCH_COMPANY = 'Choose a company that is in the directory.';
export const NOT_ON_PRODUCTION = 'This location is not on the list of the production any more.';
export const CANNOT_BE_ASSIGNED = 'Choose somebody who can change this production.';
export const WOULD_LOSE_ACCESS =
  'Your film office would not see this production any more. Ask the Locations Team to change this.';
export const PRIVATE_BOARDS_ONLY = 'Choose a private board: only these answer productions.';
export const OTHER_PRODUCTION_OF_BOARD = 'This board answers another production. Remove it there, or duplicate it.';
export const NOT_ITS_BOARD = 'This board does not answer the production any more.';
export const NOTHING_TO_SEND = 'None of the locations on this board is available. Add some, then send it.';
export const NAMES_SECRET_TITLE =
  'The title of this production is under embargo. Remove it from the message, and from the title, sections and notes of the board.';
export const LOOK_BOOK_NAMES_SECRET_TITLE =
  'The title of this production is under embargo, and the look-book has it. Make one without it, and send that.';
export const writesTo = (email: string) =>
  `This enquiry is from ${email}. Enter that address, or choose no conversation.`;
export const OTHER_PRODUCTION = 'This enquiry belongs to another production. Remove it there first.';

export const CHOOSE_PRODUCTIONS = 'Select productions first.';
export const SELECT_ONCE = 'Select each production once.';
export const CHOOSE_VALUE = 'Choose the value for all of them.';
export const changeLimit = (max: number) => `You can change at most ${formatNumber(max)} productions at once.`;
export const NO_SUCH_CHANGE = 'The values before this change cannot be restored.';
export const VALUE_OF_OLDER_RELEASE = 'The earlier value does not exist any more.';
export const NOTHING_TO_RESTORE = 'The production has these values already.';
export const cannotRestore = (reason: string) => `The earlier values do not fit those of now. ${reason}`;

/** Stands for the name of somebody who was deleted from the directory. */
export const DELETED_PERSON = 'Deleted person';

export const VALUES_RESTORED = 'Earlier values restored';
export const PRODUCTION_SAVED = 'Production saved';
export const PRODUCTION_ADDED = 'Production added';
export const PRODUCTION_DELETED = 'Production deleted';
export const ENQUIRY_ADDED = 'Enquiry added to the production';
export const ENQUIRY_REMOVED = 'Enquiry removed from the production';
export const NOTE_ADDED = 'Note added';
export const BOARD_ADDED = 'Board added to the production';
export const BOARD_REMOVED = 'Board removed from the production';
export const PRODUCTION_CHANGED = changedBySomebodyElse('production');

const limit = (noun: string) => (max: number) => `A production can have at most ${formatNumber(max)} ${noun}.`;
export const noteLimit = limit('notes');
export const locationLimit = limit('locations');
export const enquiryLimit = limit('enquiries');
export const boardLimit = limit('boards');
export const sendingLimit = (max: number) => `A production can be sent boards at most ${formatNumber(max)} times.`;
export const dailySendingLimit = (max: number) =>
  `A production can be sent boards at most ${formatNumber(max)} times in a day. Try again tomorrow.`;
export const productionLimit = (max: number) =>
  `You can add at most ${formatNumber(max)} productions in a day. Try again tomorrow.`;
