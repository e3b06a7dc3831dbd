import { CHECK_YOUR_EMAIL } from '../messages.ts';
import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { SuccessPanel } from '../../../ui/FormMessages.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { verificationChallenge } from '../../proof-of-work/contract.ts';
import { logIn, register } from '../contract.ts';
import { REGISTERING_ROLES, ROLES } from '../permissions.ts';
import { type LogInIntent, OWN_PAGE } from '../page-access.ts';
import type { SingleSignOnPolicy } from '../sessions/single-sign-on-policy.ts';
import type { Session, logInForm } from '../schema.ts';
import type { PendingLogIn } from '../second-factor/schema.ts';
import { LogInForm } from './LogInForm.tsx';
import { PasskeyLogIn } from './PasskeyLogIn.tsx';
import { SingleSignOnLogIn } from './SingleSignOnButton.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** Used by the page of single sign-on too, which would otherwise need a separate script. */
export { SecondFactorStep };

/** Both forms of the log-in modal. The hidden one keeps its values. During maintenance only log-in is available. */
export default function LogInForms(props: {
  api: Api;
  siteName: string;
  intent: LogInIntent;
  singleSignOn: SingleSignOnPolicy | null;
  onIntentChange: (intent: LogInIntent) => void;
  onLoggedIn: (session: Session) => Promise<void>;
}) {
  const { api, intent, singleSignOn, onIntentChange, onLoggedIn } = props;
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const href = intent.href === OWN_PAGE ? undefined : (intent.href ?? here);
  const [initialIntent] = useState(intent);
  const [registered, setRegistered] = useState<string>();
  const [pending, setPending] = useState<PendingLogIn>();
  const isInMaintenance = useLocation({ select: ({ pathname }) => pathname === '/maintenance' });
  const isRegisterUnavailable = isInMaintenance && intent.tab === 'register';
  useEffect(() => {
    if (isRegisterUnavailable) onIntentChange({ ...intent, tab: 'log-in' });
  }, [isRegisterUnavailable, intent, onIntentChange]);
  const enterPassword = async (credentials: z.output<typeof logInForm>) => {
    const { session, second_factor } = await api(logIn, credentials);
    if (session) await onLoggedIn(session);
    else setPending(second_factor);
  };
  if (pending) {
    return (
      <SecondFactorStep api={api} pending={pending} onLoggedIn={onLoggedIn} onBack={() => setPending(undefined)} />
    );
  }
  if (isInMaintenance) {
    return (
      <>
        <p className="muted">For the Locations Team. Everybody else can log in once the site is back.</p>
        <LogInForm focused logIn={enterPassword} />
        <PasskeyLogIn api={api} onLoggedIn={onLoggedIn} />
        {singleSignOn && <SingleSignOnLogIn api={api} policy={singleSignOn} href={href} />}
      </>
    );
  }
  return (
    <Tabs
      label="Log in or register"
      tabs={{ 'log-in': 'Log in', register: 'Register' }}
      chosen={intent.tab}
      onChoose={(tab) => onIntentChange({ ...intent, tab })}
    >
      <div hidden={intent.tab !== 'log-in'}>
        <p className="muted">Log in to manage your boards or your locations.</p>
        <LogInForm focused={initialIntent.tab === 'log-in'} logIn={enterPassword} />
        <PasskeyLogIn api={api} onLoggedIn={onLoggedIn} />
        {singleSignOn && <SingleSignOnLogIn api={api} policy={singleSignOn} href={href} />}
        <div className="log-in__other">
          <p className="muted">New here?</p>
          {REGISTERING_ROLES.map((role) => (
            <p key={role}>
              <button
                type="button"
                className="link text-button"
                onClick={() => onIntentChange({ ...intent, tab: 'register', role })}
              >
                Register as a {ROLES[role].label}
              </button>
            </p>
          ))}
        </div>
      </div>
      <div hidden={intent.tab !== 'register'}>
        {registered === undefined ? (
          <RegisterForm
            role={intent.role}
            siteName={props.siteName}
            fetchChallenge={(action) => api(verificationChallenge, { action })}
            register={(input) => api(register, input)}
            onRegistered={setRegistered}
          />
        ) : (
          <SuccessPanel title={CHECK_YOUR_EMAIL}>{registered}</SuccessPanel>
        )}
      </div>
    </Tabs>
  );
}
