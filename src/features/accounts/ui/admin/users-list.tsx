import type { Column } from '../../../../ui/table/columns.tsx';
import { type ListDefinition, createToParams } from '../../../../ui/table/table-state.ts';
import type { users } from '../../administration/contract.ts';
import { USER_COLUMNS, type UserRow } from '../../administration/schema.ts';
import { ROLES, ROLE_NAMES } from '../../permissions.ts';
import './user.css';

/** Definition of the list of users. */
export const USERS_LIST: ListDefinition = {
  name: 'users',
  path: '/admin/users',
  columns: USER_COLUMNS,
  sort: { by: 'last_name', order: 'asc' },
  filters: [
    { field: 'first_name', label: 'First Name', kind: 'text' },
    { field: 'last_name', label: 'Last Name', kind: 'text' },
    { field: 'email', label: 'Email', kind: 'text' },
    {
      field: 'role',
      label: 'Role',
      kind: 'options',
      options: ROLE_NAMES.map((value) => ({ value, label: ROLES[value].label })),
    },
  ],
};

export const toUsersParams = createToParams<typeof users>(USERS_LIST);

export const USERS_COLUMNS: readonly Column<UserRow>[] = [
  { name: 'id', label: 'Id', sort: 'asc', cell: ({ id }) => <span className="user-id">{id}</span> },
  { name: 'first_name', label: 'First Name', sort: 'asc', cell: ({ first_name }) => first_name },
  {
    name: 'last_name',
    label: 'Last Name',
    sort: 'asc',
    isAlwaysShown: true,
    cell: ({ last_name }) => <span className="user-name">{last_name}</span>,
  },
  { name: 'email', label: 'Email', sort: 'asc', cell: ({ email }) => email },
  {
    name: 'role',
    label: 'Role',
    sort: 'asc',
    cell: ({ role, office }) => [ROLES[role].label, office].filter(Boolean).join(', '),
  },
];

/** Returns the path of a user's page in the back office. */
export function getUserPath({ id }: { readonly id: string }): string {
  return `/admin/users/${id}`;
}
