import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { formatDate } from '../../../../platform/text/dates.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { Timestamp } from '../../../operations/ui/admin/Timestamp.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { apiTokensQuery, revokeTokenMutation } from '../../client.ts';
import type { ApiToken } from '../../schema.ts';
import './api-tokens.css';

const CreateTokenDialog = lazyDialog(() => import('./CreateTokenDialog.tsx'));

const COLUMNS: readonly Column<ApiToken>[] = [
  {
    name: 'name',
    label: 'Name',
    isAlwaysShown: true,
    grow: true,
    cell: ({ name, ending }) => (
      <span className="token-name">
        {name} <code className="muted">…{ending}</code>
      </span>
    ),
  },
  { name: 'access', label: 'Access', cell: (token) => formatAccess(token) },
  { name: 'user', label: 'Made by', cell: ({ user }) => formatPerson(user) },
  {
    name: 'used',
    label: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <Timestamp at={last_used_at} /> : 'Never'),
  },
  { name: 'state', label: 'Usable', cell: (token) => formatState(token) },
];

/** The service tokens, with buttons to create and to revoke them. */
export function ApiTokens({ api }: { api: Api }) {
  const { data: tokens } = useSuspenseQuery(apiTokensQuery(api));
  const toast = useToast();
  const revocation = useMutation(revokeTokenMutation(api));
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  return (
    <section className="settings__part" aria-labelledby="api-tokens">
      <div className="settings__head">
        <h2 id="api-tokens">Service tokens</h2>
        <span className="muted num">{tokens.length === 0 ? 'None' : formatCount(tokens.length, 'token')}</span>
        <button type="button" className="button button--compact" onClick={() => setIsCreating(true)}>
          <Plus small /> Create a token
        </button>
      </div>
      <p className="muted">
        Programs call the API with a service token, in the name of the person who made it. How to do that is described
        in the{' '}
        <a className="link" href="/api/docs">
          API documentation
        </a>
        .
      </p>
      {tokens.length > 0 && (
        <DataTable
          name="api-tokens"
          caption="Service tokens"
          columns={COLUMNS}
          rows={tokens}
          rowKey={({ id }) => id}
          keys={false}
          empty=""
          rowActions={(token) =>
            token.state === 'ACTIVE' && (
              <button
                type="button"
                className="link"
                aria-label={`Revoke: ${token.name}`}
                onClick={() => setRevoking(token)}
              >
                Revoke
              </button>
            )
          }
        />
      )}
      <LazyMount isWanted={isCreating}>
        <CreateTokenDialog api={api} open={isCreating} onClose={() => setIsCreating(false)} />
      </LazyMount>
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title="Revoke this token?"
        confirmLabel="Revoke token"
        onConfirm={async () => {
          if (revoking) toast({ text: (await revocation.mutateAsync({ id: revoking.id })).message });
        }}
      >
        <p>Programs that use ‘{revoking?.name}’ can no longer call the API, at once. This cannot be undone.</p>
      </ConfirmDialog>
    </section>
  );
}

function formatAccess({ read_only, permissions }: ApiToken): string {
  return `${read_only ? 'Read' : 'Read and change'}, ${formatCount(permissions.length, 'permission')}`;
}

function formatState({ state, expires_at, revoked_at }: ApiToken): string {
  if (state === 'REVOKED' && revoked_at) return `Revoked on ${formatDate(revoked_at)}`;
  // The moment is the start of the first day on which it can no longer be used.
  const lastDay = formatDate(new Date(Date.parse(expires_at) - 1).toISOString());
  return state === 'EXPIRED' ? `Expired on ${lastDay}` : `Until ${lastDay}`;
}
