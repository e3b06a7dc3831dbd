import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { Field, SubmitButton } from '../../../../ui/Field.tsx';
import { focusOnMount } from '../../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { verificationChallenge } from '../../../proof-of-work/contract.ts';
import { useVerification } from '../../../proof-of-work/ui/useVerification.ts';
import { nameGuestMutation } from '../../guests/client.ts';
import { type GuestBoard, guestName } from '../../guests/schema.ts';

/** Says who the guest is and until when they can answer, or asks for their name. */
export function GuestNote({ api, secret, board }: { api: Api; secret: string; board: GuestBoard }) {
  const { guest, can_answer, answers_until, owner_name } = board;
  const [wasUnnamed] = useState(guest === null);
  if (!can_answer) return guest && <p className="reader-note">Answers are no longer taken.</p>;
  const until = answers_until === null ? '' : ` until ${formatDateTime(answers_until)}`;
  if (!guest)
    return (
      <section className="guest-name no-print" aria-labelledby="guest-name">
        <h2 className="display display--1" id="guest-name">
          What do you think?
        </h2>
        <p>{`Tell ${owner_name} who you are, then say yes, maybe or no to each location${until}. You need no account.`}</p>
        <NameForm api={api} secret={secret} />
      </section>
    );
  return (
    <p className="reader-note no-print" tabIndex={-1} ref={wasUnnamed ? focusOnMount : undefined}>
      {`You answer as ${guest.name}, ${guest.role}${until}. ${owner_name} sees your answers, and when you first and last opened this board.`}
    </p>
  );
}

function NameForm({ api, secret }: { api: Api; secret: string }) {
  const verification = useVerification('NameGuest', (action) => api(verificationChallenge, { action }));
  const naming = useMutation(nameGuestMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    guestName,
    { name: 'Your name', role: 'Your role' },
    async (values) => {
      await naming.mutateAsync({ ...values, secret, verification: await verification.getSolution() });
    },
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
      <SubmitButton isSubmitting={form.formState.isSubmitting}>Start to answer</SubmitButton>
    </form>
  );
}
