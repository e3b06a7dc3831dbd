import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { Field } from '../../../../ui/Field.tsx';
import { useUnsavedForm } from '../../../../ui/record/UnsavedForms.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { noteMutation } from '../../cases/client.ts';
import { type EnquiryCase, noteForm } from '../../cases/schema.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';

const LABELS = { text: 'Note' } as const;

/** The internal notes of an enquiry, latest first. */
export function NotesSection({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const toast = useToast();
  const add = useMutation(noteMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    noteForm,
    LABELS,
    async ({ text }, { reset }) => {
      const { message } = await add.mutateAsync({ id: enquiry.id, text });
      reset({ text: '' });
      toast({ text: message });
    },
    // Leaving the empty note with the keyboard is no error.
    { defaultValues: { text: '' }, mode: 'onSubmit' },
  );
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedForm(isDirty && !isSubmitting);
  return (
    <section aria-labelledby="enquiry-notes">
      <h2 id="enquiry-notes">Internal notes</h2>
      <form className="form" method="post" noValidate onSubmit={submit}>
        {alerts}
        <Field {...field('text')} required hint="Neither the sender nor an owner sees notes.">
          {(control) => <textarea {...control} rows={3} />}
        </Field>
        <button type="submit" className="button form__submit" aria-disabled={isSubmitting}>
          Add note
        </button>
      </form>
      <ul className="messages">
        {enquiry.notes.map(({ id, author, text, created_at }) => (
          <li key={id} className="message">
            <p className="message__head">
              <strong>{author ? formatPerson(author) : 'Locations Team'}</strong>{' '}
              <time className="muted" dateTime={created_at}>
                {formatDateTime(created_at)}
              </time>
            </p>
            <p className="message__text">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
