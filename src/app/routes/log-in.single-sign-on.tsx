import { Suspense, useEffect, useRef, useState } from 'react';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { lazyPart } from '../../ui/LazyMount.tsx';
import { OWN_PAGE, SECURITY_PAGE, logInHash } from '../../features/accounts/page-access.ts';
import { ROLES } from '../../features/accounts/permissions.ts';
import { completeSingleSignOn } from '../../features/accounts/single-sign-on/contract.ts';
import { CONFIRMED, REPEAT } from '../../features/accounts/single-sign-on/messages.ts';
import type { Session } from '../../features/accounts/schema.ts';
import type { PendingLogIn } from '../../features/accounts/second-factor/schema.ts';
import { useEnter } from '../../features/accounts/ui/enter.ts';
import { useLogIn } from '../../features/accounts/ui/LogIn.tsx';
import { useUser } from '../../features/accounts/ui/session.ts';
import { featuredQuery } from '../../features/search/client.ts';
import { getErrorMessage } from '../../platform/http/contract.ts';
import { GO_TO_HOME_PAGE } from '../../platform/text/common-messages.ts';
import { NeedsScript } from '../../ui/Field.tsx';
import { ErrorAlert, SuccessPanel } from '../../ui/FormMessages.tsx';
import { FeaturedPage } from '../components/AccountPage.tsx';
import { createPrivateHead } from '../seo.ts';

// Few need it here. It is loaded with the forms of the log-in.
const SecondFactorStep = lazyPart(async () => ({
  default: (await import('../../features/accounts/ui/LogInForms.tsx')).SecondFactorStep,
}));

const TITLE = 'Single sign-on';

export const Route = createFileRoute('/log-in/single-sign-on')({
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(featuredQuery(api, 1)),
  // The URL contains the answer of the provider.
  head: ({ match }) => {
    const { meta, ...head } = createPrivateHead(TITLE)({ match });
    return { ...head, meta: [...meta, { name: 'referrer', content: 'no-referrer' }] };
  },
  component: SingleSignOn,
});

type Outcome = { readonly error: unknown } | { readonly pending: PendingLogIn } | { readonly confirmed: string | null };

/** The page to which the provider redirects: completes the log-in or confirmation, and returns to the page where it was started. */
function SingleSignOn() {
  const { api } = Route.useRouteContext();
  const [outcome, setOutcome] = useState<Outcome>();
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const router = useRouter();
  const enter = useEnter(api);
  const logIn = useLogIn(OWN_PAGE);
  // Somebody who is logged in has reloaded this page, or could not confirm who they are.
  const user = useUser(api);
  const open = (session: Session, href: string | null) => enter(session, href ?? ROLES[session.user.role].home);

  const complete = async () => {
    const response = location.search.slice(1);
    const { session, second_factor, is_confirmed, return_to } = await api(completeSingleSignOn, { response });
    setReturnTo(return_to);
    if (session) await open(session, return_to);
    else if (second_factor) setOutcome({ pending: second_factor });
    else if (is_confirmed) setOutcome({ confirmed: return_to });
  };
  // The answer of the provider works once.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    complete().catch((error: unknown) => setOutcome({ error }));
  });

  return (
    <FeaturedPage title={TITLE}>
      {outcome === undefined && (
        <>
          <NeedsScript />
          <p className="muted" role="status">
            One moment, please…
          </p>
        </>
      )}
      {outcome && 'pending' in outcome && (
        <Suspense>
          <SecondFactorStep
            api={api}
            pending={outcome.pending}
            onLoggedIn={async (session) => void (await open(session, returnTo))}
            onBack={() => void router.navigate({ to: '/', hash: logInHash(returnTo ?? '/'), replace: true })}
          />
        </Suspense>
      )}
      {outcome && 'confirmed' in outcome && (
        <SuccessPanel title={CONFIRMED}>
          <p>{REPEAT}</p>
          <a className="button button--primary button--big form__submit" href={outcome.confirmed ?? SECURITY_PAGE}>
            Continue
          </a>
        </SuccessPanel>
      )}
      {outcome && 'error' in outcome && (
        <div className="form">
          <ErrorAlert message={getErrorMessage(outcome.error)} />
          <div className="form__actions">
            {user ? (
              <a className="button button--primary button--big" href={ROLES[user.role].home}>
                Continue
              </a>
            ) : (
              <button type="button" className="button button--primary button--big" onClick={logIn}>
                Log In
              </button>
            )}
            <a className="button button--big" href="/">
              {GO_TO_HOME_PAGE}
            </a>
          </div>
        </div>
      )}
    </FeaturedPage>
  );
}
