import type { Database } from '../../platform/db/tables.ts';
import type { Grants, Permission } from '../../platform/http/contract.ts';

/** The roles that the database accepts; this is the one place that says what each of them means. */
export type Role = Database['users']['role'];

/**
 * On which objects somebody may use a permission, narrowest first; each includes the ones before it:
 * `own` is theirs, `shared` is shared with an e-mail address that they have verified, `any` is everybody's.
 * A permission that is not about an object is held on `any`.
 */
export const SCOPES = ['own', 'shared', 'any'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Who may do what, and on which objects. A role that a permission does not name does not hold it. Routes, pages, menus and commands
 * name a permission; nothing else in src compares roles. Everything here asks for a verified e-mail address.
 */
export const PERMISSIONS = {
  // Locations. Own: the location has them as its owner (locations/access/policy.ts).
  /** Register locations, type drafts and send them for approval; be made the owner of a location. */
  'location.own': { OWNER: 'own' },
  /** Read the working copy, its images and contacts, and preview it. */
  'location.view': { OWNER: 'own', ADMIN: 'any' },
  /** Change fields, images and contacts; not while it awaits approval. */
  'location.edit': { OWNER: 'own', ADMIN: 'any' },
  /** Change them also while it awaits approval. */
  'location.edit-awaiting-approval': { ADMIN: 'any' },
  /** Send the bytes of an image. Own: they have begun this upload. */
  'upload.send': { OWNER: 'own', ADMIN: 'own' },
  /** Find, export and open all locations in the back office, with the fields that only the Locations Team fills in. */
  'location.administer': { ADMIN: 'any' },
  /** Publish, take offline, approve and reject, once nothing mandatory is missing (locations/publishing/policy.ts). */
  'location.publish': { ADMIN: 'any' },
  'location.change-owner': { ADMIN: 'any' },
  'location.delete': { ADMIN: 'any' },
  /** List, add, open and delete the documents of a location. */
  'document.manage': { ADMIN: 'any' },
  /** Add, rename, sort and delete what the lists of a location offer. */
  'option.edit': { ADMIN: 'any' },

  // Boards. Own: they created it, or it is private and they hold `board.private`. An archived board can only be read, exported
  // and deleted; a private one has no public link (boards/policy.ts).
  /** Create boards; list their own and those shared with them. */
  'board.keep': { SCOUT: 'own', ADMIN: 'own' },
  'board.view': { SCOUT: 'shared', OWNER: 'shared', ADMIN: 'any' },
  'board.export': { SCOUT: 'shared', ADMIN: 'any' },
  /** Rename, add, note, move and remove locations. */
  'board.edit': { SCOUT: 'own', ADMIN: 'any' },
  'board.choose-picture': { SCOUT: 'own', ADMIN: 'own' },
  /** See whom a board is shared with; share it, and stop sharing it. */
  'board.share': { SCOUT: 'own', ADMIN: 'own' },
  /** Create and end the public link. */
  'board.link': { SCOUT: 'own', ADMIN: 'own' },
  'board.duplicate': { SCOUT: 'own', ADMIN: 'own' },
  'board.archive': { SCOUT: 'own', ADMIN: 'any' },
  'board.delete': { SCOUT: 'own', ADMIN: 'any' },
  /** Own the private boards together with everybody else who may, and put locations on them that are not published. */
  'board.private': { ADMIN: 'any' },
  /** List the boards of a user in the back office, and create one for a user with `board.receive`. */
  'board.administer': { ADMIN: 'any' },
  'board.receive': { SCOUT: 'own' },

  // Content
  /** Edit, preview, publish and delete pages; edit and publish the menu and the footer. */
  'content.edit': { ADMIN: 'any' },

  // Users. Nobody may delete their own account.
  'user.view': { ADMIN: 'any' },
  'user.edit': { ADMIN: 'any' },
  'user.invite': { ADMIN: 'any' },
  'user.delete': { ADMIN: 'any' },

  // Back office
  /** Find the way into the back office; each of its pages asks for a permission of its own. */
  'back-office.open': { ADMIN: 'any' },
  'notification.view': { ADMIN: 'any' },
  'audit-log.view': { ADMIN: 'any' },
  /** See, retry and give up mails and jobs that have failed. */
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
  /** Heads the profile where the Locations Team edits it. */
  readonly heading: string;
  /** Path of their own page. */
  readonly home: string;
  /** How long a session lasts without use, and in all (milliseconds). */
  readonly session: { readonly idle: number; readonly total: number };
  /** What the back office lists beside their profile. */
  readonly lists: 'boards' | 'locations' | null;
  /** Whether a profile needs a telephone number. */
  readonly telephone: boolean;
  /** Whether a profile needs a job title; the website is asked for beside it. */
  readonly job: boolean;
}

/** What else depends on the role. */
export const ROLES: Readonly<Record<Role, RoleProperties>> = {
  SCOUT: {
    ...{ label: 'Location Professional', heading: 'Profile', home: '/boards', lists: 'boards' },
    ...{ telephone: true, job: true },
    session: { idle: 7 * DAY, total: 30 * DAY },
  },
  OWNER: {
    ...{ label: 'Location Owner', heading: 'Profile', home: '/locations', lists: 'locations' },
    ...{ telephone: true, job: false },
    session: { idle: 7 * DAY, total: 30 * DAY },
  },
  ADMIN: {
    ...{ label: 'Locations Team', heading: 'Location Team', home: '/boards', lists: null },
    ...{ telephone: false, job: false },
    session: { idle: 12 * HOUR, total: 7 * DAY },
  },
};
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** The roles that people choose from when they register. */
export const REGISTERING_ROLES = ['SCOUT', 'OWNER'] as const satisfies readonly Role[];
export type RegisteringRole = (typeof REGISTERING_ROLES)[number];

/** The roles that people are invited to, each with what the invitation says that they look after. */
export const INVITATIONS = {
  ADMIN: 'the locations, users and boards',
} as const satisfies Readonly<Partial<Record<Role, string>>>;
export type InvitedRole = keyof typeof INVITATIONS;

/** The permissions of a role, each with its scope. */
export function getPermissions(role: Role): Grants {
  const all = Object.keys(PERMISSIONS) as Permission[];
  return Object.fromEntries(all.filter((name) => roleHolds(role, name)).map((name) => [name, getScope(name, role)]));
}

/** Whether a role holds a permission, on whichever objects. */
export function roleHolds(role: Role, permission: Permission): boolean {
  return getScope(permission, role) !== undefined;
}

/** The roles that hold a permission. */
export function listRolesWith(permission: Permission): Role[] {
  return ROLE_NAMES.filter((role) => roleHolds(role, permission));
}

function getScope(permission: Permission, role: Role): Scope | undefined {
  const holders: Readonly<Partial<Record<Role, Scope>>> = PERMISSIONS[permission];
  return holders[role];
}

/** Whether somebody holds a permission, and where it is about an object, holds it on objects in this relation to them. */
export function can(
  user: { readonly permissions: Grants } | null | undefined,
  permission: Permission,
  object: Scope = 'own',
): boolean {
  const scope = user?.permissions[permission];
  return scope !== undefined && SCOPES.indexOf(scope) >= SCOPES.indexOf(object);
}
