import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { Field, SubmitButton } from '../../../../ui/Field.tsx';
import { focusOnMount } from '../../../../ui/FormMessages.tsx';
import { Pencil } from '../../../../ui/icons.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { verificationChallenge } from '../../../proof-of-work/contract.ts';
import { useVerification } from '../../../proof-of-work/ui/useVerification.ts';
import { nameGuestMutation } from '../../guests/client.ts';
import { type GuestBoard, guestName } from '../../guests/schema.ts';

/** Says who the guest is and until when they can answer, or asks for their name. */
export function GuestNote({ api, secret, board }: { api: Api; secret: string; board: GuestBoard }) {
  const { guest, can_answer, answers_until, owner_name } = board;
  const [isEditing, setEditing] = useState(false);
  /** Whether the note takes the place of a form, which had the focus. */
  const [wasForm, setWasForm] = useState(guest === null);
  const until = answers_until === null ? '' : ` until ${formatDateTime(answers_until)}`;
  if (!guest && !can_answer) return null;
  if (!guest)
    return (
      <section className="guest-name no-print" aria-labelledby="guest-name">
        <h2 className="display display--1" id="guest-name">
          What do you think?
        </h2>
        <p>{`Tell ${owner_name} who you are, then say yes, maybe or no to each location${until}. You need no account.`}</p>
        <NameForm api={api} secret={secret} guest={null} />
      </section>
    );
  if (isEditing)
    return (
      <section className="guest-name no-print" aria-labelledby="guest-name" tabIndex={-1} ref={focusOnMount}>
        <h2 className="display display--1" id="guest-name">
          Change your name or role
        </h2>
        <NameForm api={api} secret={secret} guest={guest} onDone={() => setEditing(false)} />
      </section>
    );
  return (
    <div className="reader-note no-print" tabIndex={-1} ref={wasForm ? focusOnMount : undefined}>
      <p>
        {can_answer
          ? `You answer as ${guest.name}, ${guest.role}${until}. ${owner_name} sees your answers, and when you first and last opened this board.`
          : `Answers are no longer taken. You answered as ${guest.name}, ${guest.role}.`}
      </p>
      <button
        type="button"
        className="note__edit"
        onClick={() => {
          setWasForm(true);
          setEditing(true);
        }}
      >
        <Pencil small />
        Change name or role
      </button>
    </div>
  );
}

/** @param props.onDone closes the form of a guest who has a name; they can also cancel it */
function NameForm(props: { api: Api; secret: string; guest: GuestBoard['guest']; onDone?: () => void }) {
  const { api, secret, guest, onDone } = props;
  const verification = useVerification('NameGuest', (action) => api(verificationChallenge, { action }));
  const naming = useMutation(nameGuestMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    guestName,
    { name: 'Your name', role: 'Your role' },
    async (values) => {
      await naming.mutateAsync({ ...values, secret, verification: await verification.getSolution() });
      onDone?.();
    },
    guest ? { defaultValues: guest } : {},
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit} onFocusCapture={verification.prepare}>
      {alerts}
      <Field {...field('name')} required>
        {(control) => <input {...control} autoComplete="name" />}
      </Field>
      <Field {...field('role')} hint="For example, ‘Director’" required>
        {(control) => <input {...control} autoComplete="organization-title" />}
      </Field>
      <div className="note__actions">
        <SubmitButton isSubmitting={form.formState.isSubmitting}>{guest ? 'Save' : 'Start to answer'}</SubmitButton>
        {onDone && (
          <button type="button" className="button button--quiet" onClick={onDone}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
