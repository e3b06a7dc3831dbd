import type { Database } from '../../platform/db/tables.ts';
import type { Grants, Permission } from '../../platform/http/contract.ts';

/** The roles that the database accepts. This file alone defines what each of them may do. */
export type Role = Database['users']['role'];

/**
 * The objects that a permission applies to, narrowest first; each scope includes the ones before it: `own` objects, objects `shared` with
 * them (boards: with their verified email address; locations and enquiries: by the area of their film office), or `any` object. Permissions
 * that are not about an object have the scope `any`.
 */
export const SCOPES = ['own', 'shared', 'any'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The roles of each permission, with their scopes. Routes, pages, menus and commands check a permission; no other file in src compares
 * roles. All permissions require a verified email address.
 */
export const PERMISSIONS = {
  // Locations. Own: they are the owner of the location. Shared: it is in the area of their film office (locations/working-copy/policy.ts).
  /** Register locations, save drafts and submit them for approval; become the owner of a location. */
  'location.own': { OWNER: 'own' },
  /** Read the working copy, its images and contacts, and preview it. */
  'location.view': { OWNER: 'own', ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Change fields, images and contacts, unless the location awaits approval. */
  'location.edit': { OWNER: 'own', ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Change them while the location awaits approval too. */
  'location.edit-awaiting-approval': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Upload an image of a location or a picture of a page. Own: they have started this upload. */
  'upload.send': { OWNER: 'own', ADMIN: 'own', FILM_OFFICE: 'own' },
  /** List, export and open locations in the back office, with their internal fields. */
  'location.administer': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Publish, unpublish, approve and reject (conditions: locations/publishing/publishability.ts). */
  'location.publish': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** See the queue of submitted locations, show colleagues who reviews which, and compare them with the published versions. */
  'location.review': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** List likely duplicates, decide that two locations are none, and merge two that are one. */
  'location.merge': { ADMIN: 'any' },
  /** Ask the owner of a location for something, and cancel that. */
  'location.ask-owner': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Add, change and delete templates of reasons. */
  'reason-template.edit': { ADMIN: 'any' },
  /** Choose the locations on the home page. */
  'location.feature': { ADMIN: 'any' },
  /** Change the film office of a location, and move it to another area. */
  'location.change-office': { ADMIN: 'any' },
  'location.change-owner': { ADMIN: 'any' },
  /** Change many locations at once, each as far as the permission for a single one goes. Own: see the changes that they have started. */
  'location.change-many': { ADMIN: 'any' },
  /** Import files of locations: publish those that are flagged, and add options. Own: see the files that they have uploaded. */
  'location.import': { ADMIN: 'any' },
  'location.delete': { ADMIN: 'any' },
  /** List, add, open and delete the documents of a location. */
  'document.manage': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Add, rename, sort and delete the options of a location's lists. */
  'option.edit': { ADMIN: 'any' },

  // Boards. Own: they created it, or it is private and they have `board.private`. An archived board can only be read, exported
  // and deleted; a private one has no public link (boards/policy.ts).
  /** Create boards; list their own and those shared with them. */
  'board.own': { SCOUT: 'own', ADMIN: 'own' },
  'board.view': { SCOUT: 'shared', OWNER: 'shared', ADMIN: 'any', FILM_OFFICE: 'shared' },
  'board.export': { SCOUT: 'shared', ADMIN: 'any' },
  /** Rename, add, note, move and remove locations. Shared: the owner lets them edit it. */
  'board.edit': { SCOUT: 'shared', ADMIN: 'any' },
  'board.choose-picture': { SCOUT: 'shared', ADMIN: 'shared' },
  /** List the shares of a board, share it, and stop sharing it. */
  'board.share': { SCOUT: 'own', ADMIN: 'own' },
  /** Create and end the public link. */
  'board.link': { SCOUT: 'own', ADMIN: 'own' },
  'board.duplicate': { SCOUT: 'own', ADMIN: 'own' },
  'board.archive': { SCOUT: 'own', ADMIN: 'any' },
  'board.delete': { SCOUT: 'own', ADMIN: 'any' },
  /** Own the private boards together with all others who have this permission, and add unpublished locations to them. */
  'board.private': { ADMIN: 'any' },
  /** List the boards of a user in the back office, and create one for a user with `board.receive`. */
  'board.administer': { ADMIN: 'any' },
  'board.receive': { SCOUT: 'own' },

  // Enquiries. Shared: about a location in the area of their film office, or passed on to it (enquiries/policy.ts).
  /** List, export and open enquiries with their messages, notes and files. */
  'enquiry.view': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Answer, pass on, assign, add notes, change the details, and close. */
  'enquiry.answer': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Add, change and delete the templates of answers. */
  'enquiry.edit-templates': { ADMIN: 'any' },

  // Companies and people. What a film office may see of them follows from the productions that it may see.
  /** List, export and open companies and people; add, change, merge, restore and delete them. */
  'company.manage': { ADMIN: 'any' },

  // Productions. Shared: their film office looks after it, or sees one of its enquiries (productions/policy.ts).
  /** List, export and open productions with their contacts and timeline. */
  'production.view': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Add and change productions, with their contacts, enquiries, locations and notes. */
  'production.edit': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  'production.delete': { ADMIN: 'any' },
  /** Add and retire the formulas by which figures of productions are estimated. */
  'impact.edit-formulas': { ADMIN: 'any' },
  /** Publish the impact of a year, and take it from the site. */
  'impact.publish': { ADMIN: 'any' },

  // Search
  /** Edit the synonyms of the search, and pin results of a query. */
  'search.edit-terms': { ADMIN: 'any' },

  // Content
  /** Edit, preview, publish and delete pages; edit and publish the menu and the footer. */
  'content.edit': { ADMIN: 'any' },

  // Users. Everybody can delete their own account, unless nobody could administer the site any more.
  /** Get an archive of everything that the site has stored about oneself. */
  'account.export': { SCOUT: 'own', OWNER: 'own', ADMIN: 'own', FILM_OFFICE: 'own' },
  /** List and open users with their locations. */
  'user.view': { ADMIN: 'any' },
  'user.edit': { ADMIN: 'any' },
  'user.invite': { ADMIN: 'any' },
  'user.delete': { ADMIN: 'any' },

  // Back office
  /** See the link to the back office. Each page of it requires another permission. */
  'back-office.open': { ADMIN: 'any', FILM_OFFICE: 'any' },
  /** See the figures of the overview. Shared: those about the area of their film office. */
  'overview.view': { ADMIN: 'any', FILM_OFFICE: 'shared' },
  /** Save views of the lists that they see, and open those of the team. Own: they have saved the view. */
  'list-view.own': { ADMIN: 'own', FILM_OFFICE: 'own' },
  /** Add, change and delete the views of the team. */
  'list-view.edit-team': { ADMIN: 'any' },
  'notification.view': { ADMIN: 'any' },
  'audit-log.view': { ADMIN: 'any' },
  /** List, create and revoke service tokens. */
  'api-token.manage': { ADMIN: 'any' },
  /** List, retry and discard failed emails and jobs. */
  'operations.manage': { ADMIN: 'any' },
  'maintenance.switch': { ADMIN: 'any' },
  /** Log in and use the site during maintenance. */
  'maintenance.bypass': { ADMIN: 'any' },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Role, Scope>>>>>;

declare module '../../platform/http/contract.ts' {
  interface PermissionScopes extends Readonly<Record<keyof typeof PERMISSIONS, Scope>> {}
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface RoleProperties {
  readonly label: string;
  /** Heading of the profile in the back office. */
  readonly heading: string;
  /** Path of the user's own page, which logging in leads to. */
  readonly home: string;
  /** Path that the link ‘Profile’ leads to. */
  readonly profile: string;
  /** Idle timeout and total lifetime of a session (milliseconds). */
  readonly session: { readonly idle: number; readonly total: number };
  /** The list beside the profile in the back office. */
  readonly profileList: 'boards' | 'locations' | null;
  /** Whether a profile requires a telephone number. */
  readonly requiresTelephone: boolean;
  /** Whether a profile requires a job title and has a website. */
  readonly requiresJobTitle: boolean;
  /** Whether every account belongs to a film office; the database requires the same (users_office_check). */
  readonly hasOffice: boolean;
}

/** Properties of roles other than permissions. */
export const ROLES: Readonly<Record<Role, RoleProperties>> = {
  SCOUT: {
    label: 'Location Professional',
    heading: 'Profile',
    home: '/boards',
    profile: '/boards',
    profileList: 'boards',
    requiresTelephone: true,
    requiresJobTitle: true,
    hasOffice: false,
    session: { idle: 7 * DAY, total: 30 * DAY },
  },
  OWNER: {
    label: 'Location Owner',
    heading: 'Profile',
    home: '/locations',
    profile: '/locations',
    profileList: 'locations',
    requiresTelephone: true,
    requiresJobTitle: false,
    hasOffice: false,
    session: { idle: 7 * DAY, total: 30 * DAY },
  },
  ADMIN: {
    label: 'Locations Team',
    heading: 'Location Team',
    home: '/boards',
    profile: '/boards',
    profileList: null,
    requiresTelephone: false,
    requiresJobTitle: false,
    hasOffice: false,
    session: { idle: 12 * HOUR, total: 7 * DAY },
  },
  FILM_OFFICE: {
    label: 'Film Office',
    heading: 'Profile',
    home: '/admin/overview',
    profile: '/edit-profile',
    profileList: null,
    requiresTelephone: false,
    requiresJobTitle: false,
    hasOffice: true,
    session: { idle: 12 * HOUR, total: 7 * DAY },
  },
};
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** The roles that people can register with. */
export const REGISTERING_ROLES = ['SCOUT', 'OWNER'] as const satisfies readonly Role[];
export type RegisteringRole = (typeof REGISTERING_ROLES)[number];

/** The roles that people can be invited to, each with what they manage, for the invitation. */
export const INVITATIONS = {
  ADMIN: 'the locations, users and boards',
  FILM_OFFICE: 'the locations and enquiries of one area',
} as const satisfies Readonly<Partial<Record<Role, string>>>;
export type InvitedRole = keyof typeof INVITATIONS;
/** The first one is the default. */
export const INVITED_ROLES = Object.keys(INVITATIONS) as [InvitedRole, ...InvitedRole[]];

/** Returns the permissions of a role with their scopes. */
export function getPermissions(role: Role): Grants {
  const all = Object.keys(PERMISSIONS) as Permission[];
  return Object.fromEntries(all.filter((name) => roleHas(role, name)).map((name) => [name, getScope(name, role)]));
}

/** Whether a role has a permission in any scope. */
export function roleHas(role: Role, permission: Permission): boolean {
  return getScope(permission, role) !== undefined;
}

/** Lists the roles that have a permission. */
export function listRolesWith(permission: Permission): Role[] {
  return ROLE_NAMES.filter((role) => roleHas(role, permission));
}

function getScope(permission: Permission, role: Role): Scope | undefined {
  const scopes: Readonly<Partial<Record<Role, Scope>>> = PERMISSIONS[permission];
  return scopes[role];
}

/** Whether a user has a permission. @param object the user's relation to the object, for permissions about objects */
export function can(
  user: { readonly permissions: Grants } | null | undefined,
  permission: Permission,
  object: Scope = 'own',
): boolean {
  const scope = user?.permissions[permission];
  return scope !== undefined && SCOPES.indexOf(scope) >= SCOPES.indexOf(object);
}

/**
 * Whether a user has a permission on what concerns some film offices: on everything, or as a member of one of them.
 * @param user.officeId the film office of the user; null for none
 */
export function canForOffices(
  user: { readonly permissions: Grants; readonly officeId?: number | null },
  permission: Permission,
  offices: readonly (number | null)[],
): boolean {
  if (can(user, permission, 'any')) return true;
  const { officeId = null } = user;
  return can(user, permission, 'shared') && officeId !== null && offices.includes(officeId);
}
