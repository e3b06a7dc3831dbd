import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { Field } from '../../../ui/Field.tsx';
import { SuccessAlert } from '../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { answerMutation } from '../client.ts';
import { mayWeVisit } from '../messages.ts';
import { type Answer, type ViewingRequest, answerForm } from '../schema.ts';
import '../../../ui/form.css';
import '../../../ui/sections.css';

const noteForm = answerForm.pick({ note: true });

/** What an owner reads who is asked for a time, with the buttons to answer. Opening it answers nothing, since mail scanners follow links. */
export function ViewingRequestPage({ api, token, request }: { api: Api; token: string; request: ViewingRequest }) {
  const { title, day, slot_from, slot_to, people, production, state, version } = request;
  const answer = useMutation(answerMutation(api));
  const chosen = useRef<Answer>('CONFIRMED');
  const [saved, setSaved] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm(
    noteForm,
    { note: 'Note, or another time' },
    async ({ note }) => {
      setSaved(undefined);
      const { message } = await answer.mutateAsync({ token, version, answer: chosen.current, note });
      setSaved(message);
    },
    { defaultValues: { note: request.note ?? '' } },
  );
  const isBusy = form.formState.isSubmitting;
  const button = (wanted: Answer, label: string, style: string) => (
    <button
      type="submit"
      className={`button button--big ${style}`}
      aria-disabled={isBusy}
      onClick={() => (chosen.current = wanted)}
    >
      {label}
    </button>
  );
  return (
    <>
      <h1 className="display display--3">{mayWeVisit(title)}</h1>
      <dl className="facts">
        {[
          ['Day', formatDay(day)],
          ['Time', `${slot_from}–${slot_to}`],
          ['Party', formatCount(people, 'person', 'people')],
          ['Production', production],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="answer">
        <h2 id="answer" className="display display--1">
          Your answer
        </h2>
        {state === 'CANCELLED' || state === 'PLANNED' ? (
          <p>This visit is cancelled. You do not need to do anything.</p>
        ) : (
          <form className="form" method="post" noValidate onSubmit={submit}>
            {saved !== undefined && <SuccessAlert message={saved} />}
            {state !== 'ASKED' && (
              <p>
                {state === 'CONFIRMED' ? 'You have confirmed this visit.' : 'You have said that you cannot make it.'}{' '}
                You can change your answer here until the day.
              </p>
            )}
            {alerts}
            <Field {...field('note')} hint="Such as ‘I can show you round after 2 pm’.">
              {(control) => <textarea {...control} rows={3} maxLength={500} />}
            </Field>
            <div className="form__actions">
              {button('CONFIRMED', 'Confirm', 'button--primary')}
              {button('DECLINED', 'Cannot make it', '')}
            </div>
            <p className="muted small">
              If you confirm, the party gets your name, email address and telephone number, for this day and the day
              before.
            </p>
          </form>
        )}
      </section>
    </>
  );
}
