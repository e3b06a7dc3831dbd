import type { Permission } from '../../platform/http/contract.ts';

/**
 * The permissions that a service token can have, in words. Missing are those that concern people, such as inviting colleagues, those of
 * pages only, and making tokens: a token must not lead to access that outlasts it.
 */
export const TOKEN_PERMISSIONS = {
  'location.administer': 'All locations with internal fields, history and exports',
  'location.view': 'Working copies of locations, their images and contacts',
  'location.edit': 'Change fields, images and contacts of locations',
  'location.edit-awaiting-approval': 'Change locations that await approval',
  'upload.send': 'Upload images',
  'location.publish': 'Publish locations and take them offline',
  'location.review': 'The queue of submitted locations',
  'location.ask-owner': 'Ask owners for something',
  'location.merge': 'Likely duplicates, and merging them',
  'location.change-office': 'Change the film office of locations',
  'location.change-owner': 'Change the owner of locations',
  'location.change-many': 'Change many locations at once',
  'location.import': 'Import locations from files',
  'location.delete': 'Delete locations',
  'document.manage': 'Documents of locations',
  'option.edit': 'Options of fields',
  'reason-template.edit': 'Templates of reasons',
  'board.own': 'Own boards: list and create them',
  'board.view': 'Boards',
  'board.export': 'Export boards',
  'board.edit': 'Change boards',
  'board.choose-picture': 'Choose the picture of own boards',
  'board.share': 'Share own boards by email',
  'board.link': 'Public links of own boards',
  'board.duplicate': 'Duplicate own boards',
  'board.archive': 'Archive boards',
  'board.delete': 'Delete boards',
  'board.private': 'Private boards',
  'board.administer': 'Boards of Location Professionals',
  'enquiry.view': 'Enquiries with their messages',
  'enquiry.answer': 'Answer enquiries, pass them on and close them',
  'enquiry.edit-templates': 'Templates of answers',
  'company.manage': 'Companies and people',
  'search.edit-terms': 'Synonyms and pinned results of the search',
  'content.edit': 'Pages, menu and footer',
  'user.view': 'Users with their contact details',
  'overview.view': 'Figures of the overview',
  'notification.view': 'Notifications',
  'audit-log.view': 'The audit log',
  'operations.manage': 'Failed emails and jobs',
} as const satisfies Readonly<Partial<Record<Permission, string>>>;
export type TokenPermission = keyof typeof TOKEN_PERMISSIONS;
export const TOKEN_PERMISSION_NAMES = Object.keys(TOKEN_PERMISSIONS) as [TokenPermission, ...TokenPermission[]];
