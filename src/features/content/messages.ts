import { formatCount } from '../../platform/numbers.ts';

export const UNDER_MAINTENANCE = 'The site is under planned maintenance and will be back in the coming days.';
export const VERSION_NOT_FOUND = 'We cannot find this version.';
export const RESTORED = 'The version has been restored as a draft. It is not public until you publish it.';
export const NOTHING_TO_RESTORE = 'The page is deleted in this version. Choose an earlier one.';
export const picturesDeletedSince = (pictures: number) =>
  `${formatCount(pictures, 'picture')} of this version ${pictures === 1 ? 'was' : 'were'} deleted and cannot be restored.`;
export const NO_SUCH_PAGE = 'There is no such page.';
export const CONTENT_CHANGED = 'Somebody else has changed this since you opened it.';
export const NOTHING_TO_PUBLISH = 'There is nothing new to publish.';
export const PUBLISHED = 'Published. Everyone sees it within seconds.';
export const PAGE_EXISTS = 'There is already a page at this address. Choose another.';
export const PAGE_REQUIRED = 'The site needs this page. It can be edited, not deleted.';
export const PICTURE_DELETED = 'This picture no longer exists. Choose it again.';
export const PICTURE_NOT_FOUND = 'There is no such picture. Please upload it again.';
export const ENTER_PAGE_TITLE = 'Enter a title for the page.';
export const ENTER_PAGE_ADDRESS = 'Enter an address for the page.';
export const ENTER_BANNER_TITLE = 'Enter a title for the banner.';
export const ENTER_GROUP_TITLE = 'Enter a title for the group.';
export const ENTER_LINK_ADDRESS = 'Enter the address of the link.';
export const ENTER_LINK_TEXT = 'Enter the text of the link.';
export const ENTER_BUTTON_TEXT = 'Enter the text of the button.';
export const LINK_ADDRESS_FORMAT = 'Start with / for a page of this site, or with https:// for another one.';
export const enterAs = (example: string) => `Enter this as ${example}.`;
export const embeddableSites = (sites: readonly string[]) =>
  `Only pages of these sites can be embedded: ${sites.join(', ')}.`;
