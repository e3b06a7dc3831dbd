import { describe, expect, it, test } from 'vitest';
import { type Role, getPermissions } from '../../accounts/permissions.ts';
import { type LocationState, getStateAfterChange, canChange, getRelation } from './policy.ts';

const owner = '7f0c1a52-3b54-4d0e-9f3a-2f1f5a0b6c11';
const other = '0d6f6f0e-6a0c-4a1f-8f1e-3a2b1c0d9e8f';

const AREA = 7;

test.each([
  ['its owner', { id: owner, role: 'OWNER' }, owner, 'owner'],
  ['another owner', { id: other, role: 'OWNER' }, owner, null],
  ['an owner, of what nobody holds', { id: other, role: 'OWNER' }, null, null],
  ['a previous owner', { id: owner, role: 'SCOUT' }, owner, null],
  ['an admin', { id: other, role: 'ADMIN' }, owner, 'team'],
  ['an admin, of what nobody holds', { id: other, role: 'ADMIN' }, null, 'team'],
] as const)('%s', (_, { id, role }, owner_id, relation) => {
  expect(getRelation({ id, permissions: getPermissions(role) }, { owner_id, office_id: AREA })).toBe(relation);
});

test.each([
  ['the film office of its area', AREA, AREA, 'team'],
  ['another film office', 8, AREA, null],
  ['a film office, of what is in no area', AREA, null, null],
  ['an account without a film office, of what is in no area', null, null, null],
] as const)('%s', (_, officeId, office_id, relation) => {
  const caller = { id: other, permissions: getPermissions('FILM_OFFICE'), officeId };
  expect(getRelation(caller, { owner_id: owner, office_id })).toBe(relation);
  expect(getRelation({ ...caller, permissions: getPermissions('OWNER') }, { owner_id: owner, office_id })).toBe(null);
});

test('only the Locations Team can change a location that awaits approval', () => {
  const callerOf = (role: Role) => ({ id: owner, permissions: getPermissions(role) });
  expect(canChange(callerOf('OWNER'), { location_status: 'AWAITING_APPROVAL' })).toBe(false);
  expect(canChange(callerOf('ADMIN'), { location_status: 'AWAITING_APPROVAL' })).toBe(true);
  expect(canChange(callerOf('OWNER'), { location_status: 'PUBLISHED' })).toBe(true);
});

describe('after a change', () => {
  it.each<[LocationState, LocationState]>([
    [
      { status: 'NEW', location_status: 'DRAFT' },
      { status: 'NEW', location_status: 'DRAFT' },
    ],
    [
      { status: 'LIVE', location_status: 'PUBLISHED' },
      { status: 'CHANGED', location_status: 'DRAFT' },
    ],
    [
      { status: 'CHANGED', location_status: 'PUBLISHED' },
      { status: 'CHANGED', location_status: 'DRAFT' },
    ],
  ])('by its owner %j becomes %j, even if all is as published', (before, after) => {
    expect(getStateAfterChange('owner', before, false)).toEqual(after);
    expect(getStateAfterChange('owner', before, before.status !== 'NEW')).toEqual(after);
  });

  it.each<[LocationState['status'], boolean, LocationState['status']]>([
    ['NEW', false, 'NEW'],
    ['LIVE', false, 'CHANGED'],
    ['LIVE', true, 'LIVE'],
    ['CHANGED', true, 'LIVE'],
  ])(
    'by the Locations Team %s becomes, as published %s, %s and keeps its workflow status',
    (status, asPublished, expected) => {
      const location_status = 'AWAITING_APPROVAL';
      expect(getStateAfterChange('team', { status, location_status }, asPublished)).toEqual({
        status: expected,
        location_status,
      });
    },
  );
});
