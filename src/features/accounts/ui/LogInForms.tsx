import { CHECK_YOUR_EMAIL } from '../messages.ts';
import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { SuccessPanel } from '../../../ui/FormMessages.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { verificationChallenge } from '../../proof-of-work/contract.ts';
import { register } from '../contract.ts';
import { REGISTERING_ROLES, ROLES } from '../permissions.ts';
import type { LogInIntent } from '../page-access.ts';
import type { logInForm } from '../schema.ts';
import { LogInForm } from './LogInForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** Both forms of the log-in modal. The hidden one keeps its values. During maintenance only log-in is available. */
export default function LogInForms(props: {
  api: Api;
  intent: LogInIntent;
  onIntentChange: (intent: LogInIntent) => void;
  logIn: (credentials: z.output<typeof logInForm>) => Promise<void>;
}) {
  const { api, intent, onIntentChange, logIn } = props;
  const [initialIntent] = useState(intent);
  const [registered, setRegistered] = useState<string>();
  const isInMaintenance = useLocation({ select: ({ pathname }) => pathname === '/maintenance' });
  const isRegisterUnavailable = isInMaintenance && intent.tab === 'register';
  useEffect(() => {
    if (isRegisterUnavailable) onIntentChange({ ...intent, tab: 'log-in' });
  }, [isRegisterUnavailable, intent, onIntentChange]);
  if (isInMaintenance) {
    return (
      <>
        <p className="muted">For the Locations Team. Everybody else can log in once the site is back.</p>
        <LogInForm focused logIn={logIn} />
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
        <LogInForm focused={initialIntent.tab === 'log-in'} logIn={logIn} />
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
