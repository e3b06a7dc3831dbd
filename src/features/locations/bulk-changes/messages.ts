import { formatNumber } from '../../../platform/text/numbers.ts';

export const CHOOSE_LOCATIONS = 'Select the locations first.';
export const CHOOSE_OPTION = 'Choose at least one option.';
export const CHOOSE_NEW_VALUE = 'Choose the new value.';
export const ONE_OPTION_ONLY = 'A location has one option of this field. Set it instead.';
export const selectionLimit = (max: number) =>
  `Select at most ${formatNumber(max)} locations one by one, or all that match a search.`;
export const CHOOSE_NEW_OWNER = 'Choose the new account holder.';
export const NOTHING_SELECTED = 'None of these locations exists any more. Load the list again.';
export const previewLimit = (max: number) =>
  `You have checked ${max} changes without starting them. Start or discard one of them; they are deleted after an hour.`;
export const NOTHING_TO_CHANGE = 'There is nothing to change.';
export const OWNERS_GET_NO_MAIL = 'Owners get no email.';
export const NO_LONGER_LISTED = 'no longer listed with your account';
export const BULK_CHANGE_NOT_FOUND = 'We cannot find this change. Checked changes are deleted after an hour.';
export const BULK_CHANGE_STARTED = 'This change has been started already.';
export const BULK_CHANGE_ENDED = 'This change has ended already.';
export const NOTHING_TO_UNDO = 'This change has changed nothing.';
export const UNDO_TOO_LATE = 'A change can be undone for an hour. Restore single locations from their history instead.';
export const CHANGE_NOT_UNDOABLE = 'This change cannot be undone now.';
export const BACK_TO_LOCATIONS = 'Back to locations';
