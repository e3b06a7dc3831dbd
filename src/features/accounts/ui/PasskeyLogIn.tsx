import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Key } from '../../../ui/icons.tsx';
import type { Session } from '../schema.ts';
import { beginPasskeyLogIn, logInWithPasskey } from '../second-factor/contract.ts';
import { getPasskey, supportsPasskeys } from './passkeys.ts';

/** Button that logs in with a passkey instead of email address and password, if the browser has passkeys. */
export function PasskeyLogIn({ api, onLoggedIn }: { api: Api; onLoggedIn: (session: Session) => Promise<void> }) {
  const logIn = useMutation({
    mutationFn: async () => {
      const { token, passkey_options } = await api(beginPasskeyLogIn, {});
      await sendPasskey(api, token, passkey_options, onLoggedIn);
    },
  });
  if (!supportsPasskeys()) return null;
  return (
    <div className="log-in__passkey">
      {logIn.isError && <ErrorAlert message={getErrorMessage(logIn.error)} />}
      <PasskeyButton isBusy={logIn.isPending} onPress={() => logIn.mutate()}>
        Use a passkey instead
      </PasskeyButton>
    </div>
  );
}

/** Button that asks the browser for a passkey. */
export function PasskeyButton(props: { isBusy: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      className="button button--wide"
      aria-disabled={props.isBusy}
      onClick={() => !props.isBusy && props.onPress()}
    >
      <Key small /> {props.children}
    </button>
  );
}

/** Asks the browser for a passkey and completes the log-in with it. */
export async function sendPasskey(
  api: Api,
  token: string,
  options: { readonly challenge: string },
  onLoggedIn: (session: Session) => Promise<void>,
): Promise<void> {
  const passkey = (await getPasskey(options)) as z.input<typeof logInWithPasskey.input>['passkey'];
  const { session } = await api(logInWithPasskey, { token, passkey });
  if (session) await onLoggedIn(session);
}
