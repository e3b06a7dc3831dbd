import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';

export const ENTER_VIEW_NAME = 'Enter a name for the view.';
export const VIEW_TOO_LARGE = 'This view has too many filters to be saved. Remove some of them and save it again.';
export const SAVE_AS_NEW_VIEW = 'Save as new view';
export const LINK_COPIED = 'The link to this view was copied.';
export const LINK_TO_OWN_VIEW_COPIED = `${LINK_COPIED} Only you can open it.`;
export const VIEW_SAVED = 'View saved';
export const VIEW_RENAMED = 'View renamed';
export const VIEW_SHARED = 'View shared with the team';
export const VIEW_DELETED = 'View deleted';
export const DEFAULT_VIEW_SET = 'This list now opens with the view';
export const DEFAULT_VIEW_REMOVED = 'This list now opens with all items';
export const OWN_VIEW_NAME_TAKEN = 'Another of your views of this list has this name.';
export const TEAM_VIEW_NAME_TAKEN = 'Another view of the team has this name.';
export const NO_SUCH_LIST = 'This list does not exist.';
export const NO_SUCH_VIEW = cannotFind('view');
export const VIEW_CHANGED = changedBySomebodyElse('view');
export const TEAM_VIEW_PERMISSION_REQUIRED = 'You may not change the views of the team. Save your own view instead.';

/** The message of a link to a view that is not in the list of views. */
export const VIEW_UNAVAILABLE =
  'This view was deleted, or it is a view of somebody else who has not shared it with the team. The list is shown without it.';

export const tooManyOwnViews = (max: number) =>
  `You can have up to ${max} views of a list. Delete one that you do not need any more.`;
export const tooManyTeamViews = (max: number) =>
  `The team can have up to ${max} views of a list. Delete one that nobody needs any more.`;
