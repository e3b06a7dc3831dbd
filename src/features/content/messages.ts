import { cannotFind } from '../../platform/text/common-messages.ts';

export const UNDER_MAINTENANCE = 'The site is under planned maintenance and will be back in the coming days.';
export const RESTORED = 'The version has been restored as a draft. It is not public until you publish it.';
export const DRAFT_IS_SAME = 'The content is already as it was in this version.';
export const NOTHING_TO_RESTORE = 'The page is deleted in this version. Choose an earlier one.';
export const NO_SUCH_PAGE = cannotFind('page');
export const CONTENT_CHANGED = 'Somebody else has changed this since you opened it.';
export const NOTHING_TO_PUBLISH = 'There is nothing new to publish.';
export const PUBLISHED = 'Published. Everyone sees it within seconds.';
export const PAGE_EXISTS = 'There is already a page at this web address. Choose another.';
export const pageLimit = (max: number) => `The site can have at most ${max} pages. Delete one to add another.`;
export const PAGE_REQUIRED = 'The site needs this page. It can be edited, not deleted.';
export const PICTURE_DELETED = 'We cannot find this picture. Choose it again.';
export const PICTURE_NOT_FOUND = 'We cannot find this picture. Please upload it again.';
export const ENTER_PAGE_TITLE = 'Enter a title for the page.';
export const ENTER_PAGE_ADDRESS = 'Enter a web address for the page.';
export const ENTER_BANNER_TITLE = 'Enter a title for the banner.';
export const ENTER_GROUP_TITLE = 'Enter a title for the group.';
export const ENTER_LINK_ADDRESS = 'Enter the web address of the link.';
export const ENTER_LINK_TEXT = 'Enter the text of the link.';
export const ENTER_BUTTON_TEXT = 'Enter the text of the button.';
export const LINK_ADDRESS_FORMAT = 'Start with / for a page of this site, or with https:// for another one.';
export const enterAs = (example: string) => `Enter this as ${example}.`;
export const embeddableSites = (sites: readonly string[]) =>
  `Only pages of these sites can be embedded: ${sites.join(', ')}.`;
