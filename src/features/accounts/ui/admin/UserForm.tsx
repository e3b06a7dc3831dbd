import { WEBSITE_HINT } from '../../messages.ts';
import { type ReactNode, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { SAVED_BY_SOMEBODY_ELSE } from '../../../../platform/text/common-messages.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { Field, RequiredNote } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { ComparedValue } from '../../../../ui/record/ComparedValue.tsx';
import { SaveBar } from '../../../../ui/record/SaveBar.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { filmOfficesQuery, updateUserMutation, userQuery } from '../../administration/client.ts';
import { USER_FORMS, type UserDetails } from '../../administration/schema.ts';
import { ROLES } from '../../permissions.ts';

type Change = z.output<typeof USER_FORMS.ADMIN>;
type FieldName = keyof Change;
type FormValues = Record<FieldName, string>;
type Form = UseFormReturn<FormValues, unknown, Change>;

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  telephone1: 'Telephone',
  title: 'Job title',
  website: 'Website',
  officeId: 'Film office',
} as const satisfies Record<FieldName, string>;
const FIELD_NAMES = Object.keys(LABELS) as FieldName[];
const FORM = 'user-form';

function toFormValues({ first_name, last_name, email, contact, office }: UserDetails): FormValues {
  return {
    firstName: first_name,
    lastName: last_name,
    email,
    telephone1: contact.telephone1 ?? '',
    title: contact.jobtitle ?? '',
    website: contact.websiteurl ?? '',
    officeId: office === null ? '' : String(office.id),
  };
}

/**
 * Form for the profile of a user, with the fields of their role. After a conflict, the value that somebody else has saved is shown
 * below the field.
 * @param props.aside shown beside the fields
 */
export function UserForm(props: { api: Api; user: UserDetails; heading: string; aside: ReactNode }) {
  const { api, user, heading, aside } = props;
  const toast = useToast();
  const queryClient = useQueryClient();
  const update = useMutation(updateUserMutation(api));
  const [theirs, setTheirs] = useState<{ readonly [name in FieldName]?: string | undefined }>({});
  const [version, setVersion] = useState(user.version);
  const schema = USER_FORMS[user.role] as unknown as z.ZodType<Change, FormValues>;
  const role = ROLES[user.role];
  const offices =
    useQuery({ ...filmOfficesQuery(api), enabled: role.hasOffice }).data ?? (user.office ? [user.office] : []);

  /** Loads what somebody else has saved, except in fields that were changed here too. */
  const merge = async (form: Form) => {
    const latest = await queryClient.fetchQuery({ ...userQuery(api, user.id), staleTime: 0 });
    const [saved, typed, initial] = [toFormValues(latest), form.getValues(), form.formState.defaultValues ?? {}];
    const mine = FIELD_NAMES.filter((name) => typed[name] !== initial[name] && typed[name] !== saved[name]);
    form.reset(saved);
    for (const name of mine) form.setValue(name, typed[name] ?? '', { shouldDirty: true });
    setTheirs(Object.fromEntries(mine.flatMap((name) => (saved[name] === initial[name] ? [] : [[name, saved[name]]]))));
    setVersion(latest.version);
  };
  const save = async (change: Change, form: Form) => {
    try {
      const saved = await update.mutateAsync({ id: user.id, version, ...change });
      form.reset(toFormValues(saved.user));
      setVersion(saved.user.version);
      setTheirs({});
      toast({ text: saved.message, delay: saved.user.new_email ? 10_000 : 5_000 });
    } catch (error) {
      if (isConflict(error)) await merge(form);
      throw error;
    }
  };
  const { form, submit, field, alerts } = useValidatedForm(schema, LABELS, save, { defaultValues: toFormValues(user) });
  const { dirtyFields, isSubmitting, defaultValues: initial = {} } = form.formState;
  const unsaved = FIELD_NAMES.filter((name) => dirtyFields[name]);
  const useAlternative = (name: FieldName, value: string) => {
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    setTheirs({ ...theirs, [name]: undefined });
    form.setFocus(name);
  };
  const renderAlternative = (name: FieldName) => {
    const value = theirs[name];
    if (value === undefined) return null;
    return (
      <ComparedValue
        label={SAVED_BY_SOMEBODY_ELSE}
        field={LABELS[name]}
        value={name === 'officeId' ? (offices.find(({ id }) => String(id) === value)?.name ?? '') : value}
        onUse={() => useAlternative(name, value)}
      />
    );
  };
  const renderInput = (name: FieldName, type: string, required: boolean, hint?: string) => (
    <div className="user-field">
      <Field {...field(name)} required={required} hint={hint}>
        {(control) => <input {...control} type={type} autoComplete="off" defaultValue={initial[name] ?? ''} />}
      </Field>
      {renderAlternative(name)}
    </div>
  );
  return (
    <>
      <div className={aside ? 'record' : 'record record--one'}>
        <section aria-labelledby="user-profile">
          <h2 id="user-profile">{heading}</h2>
          <form id={FORM} className="form" method="post" noValidate onSubmit={submit}>
            <RequiredNote />
            {alerts}
            <div className="two">
              {renderInput('firstName', 'text', true)}
              {renderInput('lastName', 'text', true)}
            </div>
            {renderInput('email', 'email', true, ADDRESS_HINT)}
            <div className="two">
              {renderInput('telephone1', 'tel', role.requiresTelephone)}
              {role.requiresJobTitle && renderInput('title', 'text', true)}
            </div>
            {role.requiresJobTitle && renderInput('website', 'url', false, WEBSITE_HINT)}
            {role.hasOffice && (
              <div className="user-field">
                <SelectField
                  {...field('officeId')}
                  required
                  hint={OFFICE_HINT}
                  options={offices.map(({ id, name }) => [String(id), name])}
                />
                {renderAlternative('officeId')}
              </div>
            )}
          </form>
        </section>
        {aside}
      </div>
      <SaveBar
        form={FORM}
        unsaved={unsaved.map((name) => LABELS[name])}
        saving={isSubmitting}
        onReset={() => {
          form.reset();
          setTheirs({});
        }}
      />
      <UnsavedChangesDialog unsaved={() => unsaved.length > 0 && !isSubmitting} />
    </>
  );
}

const OFFICE_HINT = 'They see the locations and enquiries of its area. A change applies at once.';
const ADDRESS_HINT = `A new email address takes effect when the user follows the link that we send to it. The ${ROLES.ADMIN.label} cannot confirm it for them.`;
