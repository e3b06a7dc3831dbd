import { WEBSITE_HINT } from '../messages.ts';
// oxlint-disable jsx-a11y/autocomplete-valid -- its list has no given-name and no family-name
import { useEffect, useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, FieldError, RequiredNote, SubmitButton } from '../../../ui/Field.tsx';
import { useVerification } from '../../proof-of-work/ui/useVerification.ts';
import type { VerificationAction } from '../../proof-of-work/schema.ts';
import type { register } from '../contract.ts';
import { REGISTERING_ROLES, ROLES, type RegisteringRole } from '../permissions.ts';
import { registerForm } from '../schema.ts';
import { PasswordField } from './PasswordField.tsx';
import { getRegionRules } from '../../geography/region-rules.ts';
import { OpensInNewTab } from '../../../ui/OpensInNewTab.tsx';

const LABELS = {
  role: 'How you will use the site',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  telephone1: 'Telephone',
  jobtitle: 'Job title',
  websiteurl: 'Website',
  password: 'Password',
} as const;

const PURPOSES: Readonly<Record<RegisteringRole, string>> = {
  SCOUT: 'I look for places to film.',
  OWNER: 'I have a place to offer.',
};

/** @param props.role preselected role, which gets the focus */
export function RegisterForm(props: {
  role: RegisteringRole | undefined;
  siteName: string;
  fetchChallenge: (action: VerificationAction) => Promise<unknown>;
  register: (input: z.input<typeof register.input>) => Promise<{ message: string }>;
  onRegistered: (message: string) => void;
}) {
  const verification = useVerification('Register', props.fetchChallenge);
  const { form, submit, field, alerts } = useValidatedForm(registerForm, LABELS, async (values) => {
    const { message } = await props.register({ ...values, verification: await verification.getSolution() });
    props.onRegistered(message);
  });
  useEffect(() => {
    if (!props.role) return;
    form.setValue('role', props.role);
    document.querySelector<HTMLElement>(`[name="role"][value="${props.role}"]`)?.focus();
  }, [form, props.role]);
  const { control } = form;
  const role = useWatch({ control, name: 'role' });
  const password = useWatch({ control, name: 'password', defaultValue: '' });
  const email = useWatch({ control, name: 'email', defaultValue: '' });
  const firstName = useWatch({ control, name: 'first_name', defaultValue: '' });
  const lastName = useWatch({ control, name: 'last_name', defaultValue: '' });
  const context = { email, names: [firstName, lastName], siteName: props.siteName };
  return (
    <form className="form" method="post" noValidate onSubmit={submit} onFocusCapture={verification.prepare}>
      <RequiredNote />
      {alerts}
      <RoleChoice {...field('role')} />
      <div className="two">
        <Field {...field('first_name')} required>
          {(control) => <input {...control} type="text" autoComplete="given-name" />}
        </Field>
        <Field {...field('last_name')} required>
          {(control) => <input {...control} type="text" autoComplete="family-name" />}
        </Field>
      </div>
      <Field {...field('email')} required hint="You log in with it. We send a link to this email address to verify it.">
        {(control) => <input {...control} type="email" autoComplete="email" />}
      </Field>
      <Field {...field('telephone1')} required hint={getRegionRules().telephone.hint}>
        {(control) => <input {...control} type="tel" autoComplete="tel" />}
      </Field>
      {role && ROLES[role].requiresJobTitle && (
        <>
          <Field {...field('jobtitle')} required>
            {(control) => <input {...control} autoComplete="organization-title" />}
          </Field>
          <Field {...field('websiteurl')} hint={WEBSITE_HINT}>
            {(control) => <input {...control} type="url" autoComplete="url" />}
          </Field>
        </>
      )}
      <PasswordField field={field('password')} use="new-password" newValue={{ password, context }} />
      <SubmitButton isSubmitting={form.formState.isSubmitting} wide>
        Register
      </SubmitButton>
      <p className="small muted log-in__privacy">
        <a className="link" href="/privacy" target="_blank">
          Privacy
          <OpensInNewTab />
        </a>{' '}
        explains what data we store about you, and why.
      </p>
    </form>
  );
}

function RoleChoice({ id, label, error, registration }: ReturnType<ReturnType<typeof useValidatedForm>['field']>) {
  const errorId = useId();
  return (
    <fieldset className={error === undefined ? 'field' : 'field field--invalid'} aria-describedby={error && errorId}>
      <legend>
        {label}
        <span className="required" aria-hidden>
          {' '}
          *
        </span>
      </legend>
      <div className="choices">
        {REGISTERING_ROLES.map((role) => (
          <label key={role} className="choice">
            <input {...registration} id={`${id}${role}`} type="radio" value={role} />
            <span>
              <strong>{ROLES[role].label}</strong>
              <span className="small muted">{PURPOSES[role]}</span>
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && <FieldError id={errorId} message={error} />}
    </fieldset>
  );
}
