import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { SuccessAlert } from '../../../../ui/FormMessages.tsx';
import { secondFactorsQuery } from '../../second-factor/client.ts';
import { removeAuthenticator, removePasskey, replaceRecoveryCodes } from '../../second-factor/contract.ts';
import type { AddedFactor, Passkey } from '../../second-factor/schema.ts';
import { useRefreshSession, useUser } from '../session.ts';
import { supportsPasskeys } from '../passkeys.ts';
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx';
import { PasskeyDialog } from './PasskeyDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './security-list.css';
import './second-factors.css';

type Opened = 'authenticator' | 'passkey' | 'remove-authenticator' | 'replace-codes' | { readonly remove: Passkey };

/**
 * The second factors of the signed-in user: an authenticator app, passkeys, and recovery codes.
 * @param props.provider of single sign-on, if the account is linked with it
 */
export function SecondFactors(props: { api: Api; provider: string | null; hasPassword: boolean }) {
  const { api, provider, hasPassword } = props;
  const { data: factors } = useSuspenseQuery(secondFactorsQuery(api));
  const queryClient = useQueryClient();
  const refreshSession = useRefreshSession(api);
  const user = useUser(api);
  const [opened, setOpened] = useState<Opened>();
  const [result, setResult] = useState<AddedFactor>();
  const close = () => setOpened(undefined);
  const show = async (changed: AddedFactor) => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: secondFactorsQuery(api).queryKey }),
      refreshSession(),
    ]);
    setResult(changed);
  };
  // The server does not know the browser.
  const isHydrated = useHydrated();
  const hasFactor = factors.authenticator || factors.passkeys.length > 0;
  const removed = typeof opened === 'object' ? opened.remove : undefined;
  return (
    <>
      <p className="second-factors__intro">
        {describeUse(hasFactor, { provider, hasPassword })}
        {user?.needsSecondFactor && ' Your role requires one: set it up to use the back office.'}
      </p>
      {result && <SuccessAlert key={result.message + factors.recovery_codes} message={result.message} />}
      {result?.recovery_codes && <RecoveryCodes codes={result.recovery_codes} />}
      <ul className="security-list">
        <li>
          <div>
            <h3>Authenticator app</h3>
            <p className="muted small">
              {factors.authenticator
                ? 'Set up. It shows a new code every 30 seconds.'
                : 'An app on your phone that shows a new code every 30 seconds.'}
            </p>
          </div>
          {factors.authenticator ? (
            <button type="button" className="button button--compact" onClick={() => setOpened('remove-authenticator')}>
              Remove
            </button>
          ) : (
            <button type="button" className="button button--compact" onClick={() => setOpened('authenticator')}>
              Set up
            </button>
          )}
        </li>
        {factors.passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <h3 id={`passkey-${passkey.id}`}>Passkey: {passkey.name}</h3>
              <p className="muted small">
                Added {formatDate(passkey.created_at)}
                {passkey.last_used_at && `, last used ${formatDate(passkey.last_used_at)}`}
              </p>
            </div>
            <button
              type="button"
              className="button button--compact"
              aria-describedby={`passkey-${passkey.id}`}
              onClick={() => setOpened({ remove: passkey })}
            >
              Remove
            </button>
          </li>
        ))}
        <li>
          <div>
            <h3>{factors.passkeys.length === 0 ? 'Passkey' : 'Another passkey'}</h3>
            <p className="muted small">
              Your fingerprint, face or PIN on this device, or a security key.
              {hasPassword && ' It also replaces the password.'}
            </p>
          </div>
          {!isHydrated || supportsPasskeys() ? (
            <button type="button" className="button button--compact" onClick={() => setOpened('passkey')}>
              Add a passkey
            </button>
          ) : (
            <p className="muted small">Not with this browser</p>
          )}
        </li>
        {hasFactor && (
          <li>
            <div>
              <h3>Recovery codes</h3>
              <p className="muted small">
                {formatCount(factors.recovery_codes, 'code')} left, for when you have lost everything else.
              </p>
            </div>
            <button type="button" className="button button--compact" onClick={() => setOpened('replace-codes')}>
              Replace
            </button>
          </li>
        )}
      </ul>
      <AuthenticatorDialog api={api} open={opened === 'authenticator'} onClose={close} onAdded={show} />
      <PasskeyDialog api={api} open={opened === 'passkey'} onClose={close} onAdded={show} />
      <ConfirmDialog
        open={opened === 'remove-authenticator'}
        onClose={close}
        title="Remove the authenticator app?"
        confirmLabel="Remove"
        onConfirm={async () => show(await api(removeAuthenticator, {}))}
      >
        <p>Its codes will no longer work for your account. You can delete the account from the app then.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={removed !== undefined}
        onClose={close}
        title={`Remove the passkey ‘${removed?.name ?? ''}’?`}
        confirmLabel="Remove"
        onConfirm={async () => removed && show(await api(removePasskey, { id: removed.id }))}
      >
        <p>You can no longer log in with it. Your device may go on offering it until you delete it there.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={opened === 'replace-codes'}
        onClose={close}
        title="Replace the recovery codes?"
        confirmLabel="Replace"
        onConfirm={async () =>
          show({ message: 'The recovery codes were replaced.', ...(await api(replaceRecoveryCodes, {})) })
        }
      >
        <p>The codes that you have now will no longer work.</p>
      </ConfirmDialog>
    </>
  );
}

function describeUse(hasFactor: boolean, { provider, hasPassword }: { provider: string | null; hasPassword: boolean }) {
  const unless = provider === null ? '' : `, unless ${provider} has asked for a second factor already`;
  if (hasFactor) return `To log in, you confirm with one of these that it is you${unless}.`;
  return `With a second factor, nobody can log in with ${hasPassword || provider === null ? 'your password' : provider} alone.`;
}
