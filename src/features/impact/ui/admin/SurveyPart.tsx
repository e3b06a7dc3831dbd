import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { toDay } from '../../../../platform/text/days.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { productionQuery } from '../../../productions/client.ts';
import { impactMutation } from '../../client.ts';
import { type Impact, SURVEY_STATES } from '../../schema.ts';
import { planSurvey, withdrawSurvey } from '../../survey/contract.ts';
import { REMINDER_DAYS } from '../../survey/schema.ts';

const HEADING_ID = 'wrap-survey';
const hasPassed = (day: string) => day < toDay(Date.now());

/** Who is asked for the figures after the wrap, and how far that is. */
export function SurveyPart({ api, id, impact }: { api: Api; id: string; impact: Impact }) {
  const { data: production } = useSuspenseQuery(productionQuery(api, id));
  const toast = useToast();
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const plan = useMutation({ ...impactMutation(api, id, planSurvey), onError: errorDialog.report });
  const withdraw = useMutation({ ...impactMutation(api, id, withdrawSurvey), onError: errorDialog.report });
  const { survey, version } = impact;
  const contacts = production.contacts.filter(({ email }) => email !== null);
  const [chosen, setChosen] = useState(survey?.person.id ?? '');
  const personId = contacts.some(({ person_id }) => person_id === chosen) ? chosen : (contacts[0]?.person_id ?? '');
  const [isAsking, setAsking] = useState(false);
  const wrap = production.shoot_to ?? production.shoot_from;
  const isBusy = plan.isPending || withdraw.isPending;
  const options = {
    onSuccess: ({ message }: { message: string }) => {
      toast({ text: message });
      focusById(HEADING_ID);
    },
  };
  const ask = (now: boolean) => !isBusy && plan.mutate({ id, personId, now, version }, options);
  const isAsked = survey?.state === 'SENT' || survey?.state === 'ANSWERED';
  return (
    <div role="group" aria-labelledby={HEADING_ID}>
      <h3 id={HEADING_ID} tabIndex={-1} className="impact-heading">
        Survey after the wrap
      </h3>
      {survey && <p>{describe(survey)}</p>}
      {survey?.state === 'PLANNED' && wrap === null && (
        <p>The production has no day of filming yet, so nobody is asked.</p>
      )}
      <p className="muted">
        A contact gets a link to declare the figures, and is reminded after {REMINDER_DAYS.join(' and ')} days.
      </p>
      {contacts.length === 0 ? (
        <p className="muted">Add a contact with an email address first.</p>
      ) : (
        <div className="impact-survey">
          <select
            className="input"
            aria-label="Who is asked for the figures"
            value={personId}
            onChange={(event) => setChosen(event.target.value)}
          >
            {contacts.map(({ person_id, name, role }) => (
              <option key={person_id} value={person_id}>
                {name}, {role}
              </option>
            ))}
          </select>
          {!isAsked && (wrap === null || !hasPassed(wrap)) && (
            <button type="button" className="button button--compact" aria-disabled={isBusy} onClick={() => ask(false)}>
              Ask after the wrap
            </button>
          )}
          <button
            type="button"
            className="button button--compact"
            aria-disabled={isBusy}
            onClick={() => (isAsked ? setAsking(true) : ask(true))}
          >
            {isAsked ? 'Ask again' : 'Ask now'}
          </button>
          {survey && survey.state !== 'WITHDRAWN' && (
            <button
              type="button"
              className="button button--compact"
              aria-disabled={isBusy}
              onClick={() => !isBusy && withdraw.mutate({ id, version }, options)}
            >
              Withdraw the survey
            </button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Ask for the figures again?"
        confirmLabel="Ask again"
        onConfirm={async () => options.onSuccess(await plan.mutateAsync({ id, personId, now: true, version }))}
      >
        <p>The links of earlier emails end, and reminders begin anew. Figures that were declared stay.</p>
      </ConfirmDialog>
      {errorDialog.alert}
    </div>
  );
}

function describe({ state, person, sent_at, reminders, answered_at }: NonNullable<Impact['survey']>): string {
  const facts = [
    `${SURVEY_STATES[state]}: ${person.name}`,
    sent_at !== null && `asked on ${formatDate(sent_at)}`,
    reminders > 0 && `reminded ${reminders === 1 ? 'once' : 'twice'}`,
    answered_at !== null && `answered on ${formatDate(answered_at)}`,
  ];
  return `${facts.filter(Boolean).join(', ')}.`;
}
