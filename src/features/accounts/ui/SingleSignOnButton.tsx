import { useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { beginSingleSignOn, type confirmWithSingleSignOn } from '../single-sign-on/contract.ts';
import { logInWith } from '../messages.ts';
import type { SingleSignOnPolicy } from '../sessions/single-sign-on-policy.ts';

/**
 * The way of the Locations Team and film offices to log in, below the form.
 * @param props.href where to go afterwards; else their own page
 */
export function SingleSignOnLogIn(props: { api: Api; policy: SingleSignOnPolicy; href: string | undefined }) {
  const { api, policy, href } = props;
  return (
    <div className="log-in__passkey">
      <SingleSignOnButton api={api} route={beginSingleSignOn} returnTo={href} label={logInWith(policy.name)} />
      <p className="log-in__note muted small">
        {policy.teamPasswords
          ? 'For the Locations Team and film offices.'
          : 'The Locations Team and film offices log in like this only.'}
      </p>
    </div>
  );
}

/** Button that goes to the provider, which replaces the page. @param props.returnTo the path that the browser returns to */
export function SingleSignOnButton(props: {
  api: Api;
  route: typeof beginSingleSignOn | typeof confirmWithSingleSignOn;
  returnTo: string | undefined;
  label: string;
}) {
  const { api, route, returnTo, label } = props;
  const begin = useMutation({
    mutationFn: async () => {
      const { url } = await api(route, { return_to: returnTo });
      location.assign(url);
    },
  });
  return (
    <>
      {begin.isError && <ErrorAlert message={getErrorMessage(begin.error)} />}
      <button
        type="button"
        className="button button--wide"
        aria-disabled={begin.isPending}
        onClick={() => !begin.isPending && begin.mutate()}
      >
        {label}
      </button>
    </>
  );
}
