// oxlint-disable jsx-a11y/autocomplete-valid -- its list has no given-name and no family-name
import { useState } from 'react';
import type { z } from 'zod';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, RequiredNote, SubmitButton } from '../../../ui/Field.tsx';
import { SuccessAlert } from '../../../ui/FormMessages.tsx';
import { ROLES } from '../permissions.ts';
import { PROFILE_FORMS, type Profile } from '../schema.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { PROFILE_UPDATED, WEBSITE_HINT } from '../messages.ts';

type Change = z.output<typeof PROFILE_FORMS.ADMIN>;
type FormValues = z.input<typeof PROFILE_FORMS.ADMIN>;

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  telephone1: 'Telephone',
  title: 'Job title',
  website: 'Website',
} as const;

/**
 * Form for the user's profile, with the fields of the role.
 * @param props.save resolves to the message of the API
 */
export function ProfileForm({ profile, save }: { profile: Profile; save: (change: Change) => Promise<string> }) {
  const [saved, setSaved] = useState<string>();
  const schema: z.ZodType<Change, FormValues> = PROFILE_FORMS[profile.role];
  const { form, submit, field, alerts } = useValidatedForm(
    schema,
    LABELS,
    async (change) => {
      setSaved(undefined);
      setSaved((await save(change)) || PROFILE_UPDATED);
    },
    {
      defaultValues: {
        firstName: profile.first_name,
        lastName: profile.last_name,
        email: profile.email,
        telephone1: profile.contact?.telephone1 ?? '',
        title: profile.contact?.jobtitle ?? '',
        website: profile.contact?.websiteurl ?? '',
      },
    },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <RequiredNote />
      {alerts}
      <div className="two">
        <Field {...field('firstName')} required>
          {(control) => <input {...control} type="text" autoComplete="given-name" />}
        </Field>
        <Field {...field('lastName')} required>
          {(control) => <input {...control} type="text" autoComplete="family-name" />}
        </Field>
      </div>
      <Field
        {...field('email')}
        required
        hint="You log in with it. If you change it, we send a link to the new email address. The old one stays valid until you follow the link."
      >
        {(control) => <input {...control} type="email" autoComplete="email" />}
      </Field>
      <Field
        {...field('telephone1')}
        required={ROLES[profile.role].requiresTelephone}
        hint={getRegionRules().telephone.hint}
      >
        {(control) => <input {...control} type="tel" autoComplete="tel" />}
      </Field>
      {ROLES[profile.role].requiresJobTitle && (
        <>
          <Field {...field('title')} required>
            {(control) => <input {...control} autoComplete="organization-title" />}
          </Field>
          <Field {...field('website')} hint={WEBSITE_HINT}>
            {(control) => <input {...control} type="url" autoComplete="url" />}
          </Field>
        </>
      )}
      {saved !== undefined && <SuccessAlert message={saved} />}
      <SubmitButton isSubmitting={form.formState.isSubmitting}>Save profile</SubmitButton>
    </form>
  );
}
