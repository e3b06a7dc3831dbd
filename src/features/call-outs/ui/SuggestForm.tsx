import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { Field, SubmitButton } from '../../../ui/Field.tsx';
import { SuccessAlert } from '../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { linkMutation } from '../client.ts';
import { suggestPlace } from '../contract.ts';
import { DAYS_LABEL } from '../messages.ts';
import { placeForm } from '../schema.ts';
import '../../../ui/form.css';

const EMPTY = { title: '', place: '', days: '', note: '' };

/** Suggests a place that is not in the catalogue, until there are enough. Photographs can be added once it is in the list above. */
export function SuggestForm({ api, token, isFull }: { api: Api; token: string; isFull: boolean }) {
  const suggest = useMutation(linkMutation(api, token, suggestPlace));
  const [saved, setSaved] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm(
    placeForm,
    { title: 'Name of the place', place: 'Where it is', days: DAYS_LABEL, note: 'Note' },
    async (checked, { reset }) => {
      setSaved(undefined);
      const { message } = await suggest.mutateAsync({ token, ...checked });
      reset(EMPTY);
      setSaved(`${message} You can add photographs above.`);
    },
    { defaultValues: EMPTY },
  );
  const { isSubmitting } = form.formState;
  const thanks = saved !== undefined && <SuccessAlert message={saved} />;
  if (isFull)
    return (
      <div className="form">
        {thanks}
        <p>You have suggested as many places as possible.</p>
      </div>
    );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {thanks}
      {alerts}
      <Field {...field('title')} required>
        {(control) => <input {...control} maxLength={150} readOnly={isSubmitting} />}
      </Field>
      <Field {...field('place')} required hint="An address, or the nearest town.">
        {(control) => <input {...control} maxLength={120} readOnly={isSubmitting} />}
      </Field>
      <Field {...field('days')}>{(control) => <input {...control} maxLength={300} readOnly={isSubmitting} />}</Field>
      <Field {...field('note')} hint="What it looks like, and whom to ask.">
        {(control) => <textarea {...control} rows={3} maxLength={1000} readOnly={isSubmitting} />}
      </Field>
      <SubmitButton isSubmitting={isSubmitting}>Suggest the place</SubmitButton>
    </form>
  );
}
