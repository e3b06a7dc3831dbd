import { formatDate } from '../../../../platform/dates.ts';
import type { OwnSingleSignOn } from '../../single-sign-on/schema.ts';

/** How the account is linked with the provider of single sign-on. */
export function SingleSignOn({ provider, linked_at, has_password }: OwnSingleSignOn & { readonly provider: string }) {
  if (linked_at === null)
    return (
      <p>
        Your account is not linked with {provider} yet. It is when you first log in with {provider} and the same e-mail
        address.
      </p>
    );
  return (
    <>
      <p>
        You log in with {provider}
        {has_password ? ' or your password' : ''}. Your account is linked since {formatDate(linked_at)}. What you may do
        here is decided there, each time that you log in.
      </p>
      <p className="muted small">
        Logging out here does not log you out of {provider}. To unlink your account, ask the Locations Team.
      </p>
    </>
  );
}
