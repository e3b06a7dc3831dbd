import { formatDate } from '../../../../platform/text/dates.ts';
import type { OwnSingleSignOn } from '../../single-sign-on/schema.ts';

/** How the account is linked with the provider of single sign-on. */
export function SingleSignOn({ provider, linked_at, has_password }: OwnSingleSignOn & { readonly provider: string }) {
  if (linked_at === null)
    return (
      <p className="security-section__text">
        Your account is not linked with {provider} yet. It will be when you first log in with {provider}, if you have
        the same email address there.
      </p>
    );
  return (
    <>
      <p className="security-section__text">
        You log in with {provider}
        {has_password ? ' or your password' : ''}. Your account has been linked since {formatDate(linked_at)}. Your role
        here is decided there, each time that you log in with it.
      </p>
      <p className="security-section__text muted small">
        Logging out here does not log you out of {provider}. To unlink your account, ask the Locations Team.
      </p>
    </>
  );
}
