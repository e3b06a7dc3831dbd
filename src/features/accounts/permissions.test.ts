import { expect, test } from 'vitest';
import {
  PERMISSIONS,
  ROLE_NAMES,
  SCOPES,
  type Scope,
  can,
  getPermissions,
  listRolesWith,
  roleHolds,
} from './permissions.ts';

// What people get who register by themselves. tests/permissions derives what they expect from the catalogue, so a permission that is
// given to everybody by a slip fails here.
test.each([
  [
    'SCOUT',
    {
      ...{ 'board.keep': 'own', 'board.view': 'shared', 'board.export': 'shared', 'board.edit': 'own' },
      ...{ 'board.choose-picture': 'own', 'board.share': 'own', 'board.link': 'own', 'board.duplicate': 'own' },
      ...{ 'board.archive': 'own', 'board.delete': 'own', 'board.receive': 'own' },
    },
  ],
  [
    'OWNER',
    {
      ...{ 'location.own': 'own', 'location.view': 'own', 'location.edit': 'own', 'upload.send': 'own' },
      'board.view': 'shared',
    },
  ],
] as const)('%s holds nothing beyond its own', (role, expected) => {
  expect(getPermissions(role)).toEqual(expected);
});

test.each<[Scope, Scope[]]>([
  ['own', ['own']],
  ['shared', ['own', 'shared']],
  ['any', ['own', 'shared', 'any']],
])('a permission held on %s objects covers %j', (scope, covered) => {
  const user = { permissions: { 'board.view': scope } };
  expect(SCOPES.filter((object) => can(user, 'board.view', object))).toEqual(covered);
  expect(can(user, 'board.view')).toBe(true);
  expect(can(user, 'board.edit')).toBe(false);
});

test('nobody can do anything without being signed in', () => {
  expect([can(null, 'board.view'), can(undefined, 'board.view')]).toEqual([false, false]);
});

test('a role holds what the catalogue gives it', () => {
  for (const [permission, holders] of Object.entries(PERMISSIONS)) {
    const name = permission as keyof typeof PERMISSIONS;
    expect([name, listRolesWith(name)]).toEqual([name, ROLE_NAMES.filter((role) => role in holders)]);
    expect(ROLE_NAMES.filter((role) => roleHolds(role, name))).toEqual(listRolesWith(name));
  }
});
