import { expect, test } from 'vitest';
import {
  PERMISSIONS,
  ROLES,
  ROLE_NAMES,
  SCOPES,
  type Scope,
  can,
  getPermissions,
  listRolesWith,
  roleHas,
} from './permissions.ts';

// The permissions of the roles that people can register with, spelt out: tests/permissions derives its expectations from the catalogue
// and would not notice a permission that was granted by mistake.
test.each([
  [
    'SCOUT',
    {
      'board.own': 'own',
      'board.view': 'shared',
      'board.export': 'shared',
      'board.edit': 'shared',
      'board.choose-picture': 'shared',
      'board.share': 'own',
      'board.link': 'own',
      'board.duplicate': 'own',
      'board.archive': 'own',
      'board.delete': 'own',
      'board.receive': 'own',
      'account.export': 'own',
    },
  ],
  [
    'OWNER',
    {
      'location.own': 'own',
      'location.view': 'own',
      'location.edit': 'own',
      'upload.send': 'own',
      'board.view': 'shared',
      'account.export': 'own',
    },
  ],
] as const)('%s has exactly these permissions', (role, expected) => {
  expect(getPermissions(role)).toEqual(expected);
});

test.each<[Scope, Scope[]]>([
  ['own', ['own']],
  ['shared', ['own', 'shared']],
  ['any', ['own', 'shared', 'any']],
])('the scope %s covers %j', (scope, covered) => {
  const user = { permissions: { 'board.view': scope } };
  expect(SCOPES.filter((object) => can(user, 'board.view', object))).toEqual(covered);
  expect(can(user, 'board.view')).toBe(true);
  expect(can(user, 'board.edit')).toBe(false);
});

test('signed-out visitors have no permissions', () => {
  expect([can(null, 'board.view'), can(undefined, 'board.view')]).toEqual([false, false]);
});

test('roles have the permissions of the catalogue', () => {
  for (const [permission, roles] of Object.entries(PERMISSIONS)) {
    const name = permission as keyof typeof PERMISSIONS;
    expect([name, listRolesWith(name)]).toEqual([name, ROLE_NAMES.filter((role) => role in roles)]);
    expect(ROLE_NAMES.filter((role) => roleHas(role, name))).toEqual(listRolesWith(name));
  }
});

test('a role that is limited to an area is limited in everything about locations and enquiries', () => {
  for (const role of ROLE_NAMES.filter((name) => ROLES[name].hasOffice)) {
    const wider = Object.entries(getPermissions(role)).filter(
      ([name, scope]) =>
        /^(location|document|enquiry|notification|overview|user|audit-log)\b/.test(name) && scope === 'any',
    );
    expect([role, wider]).toEqual([role, []]);
  }
});
