import { useId, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDay, formatDayRange } from '../../../../platform/text/dates.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { describeSearch } from '../describe-search.ts';
import { callOutMutation, callOutsQuery } from '../../client.ts';
import { closeCallOut, deleteCallOut, showCallOut } from '../../contract.ts';
import { CALL_OUT_STATES, type CallOut } from '../../schema.ts';
import { AnswerItem } from './AnswerItem.tsx';
import '../../../../ui/mark.css';
import './call-outs.css';

const CallOutDialog = lazyDialog(() => import('./CallOutDialog.tsx'));
const SendDialog = lazyDialog(() => import('./SendDialog.tsx'));

const HEADING_ID = 'call-outs';

/** What a production looks for, sent to owners and film offices, with their answers in one list for each. */
export function CallOutsSection({ api, id }: { api: Api; id: string }) {
  const { data: callOuts } = useSuspenseQuery({ ...callOutsQuery(api, id), refetchOnWindowFocus: true });
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        Call-outs
      </h2>
      {callOuts.length === 0 && (
        <p className="muted">
          None yet. Write what the production looks for, without its title, and ask the owners of matching locations.
        </p>
      )}
      {callOuts.map((callOut) => (
        <CallOutItem key={callOut.id} api={api} id={id} callOut={callOut} />
      ))}
      <button type="button" className="button button--compact form__submit" onClick={() => setAdding(true)}>
        Write a call-out
      </button>
      <LazyMount isWanted={isAdding}>
        <CallOutDialog api={api} id={id} open={isAdding} onClose={() => setAdding(false)} />
      </LazyMount>
    </section>
  );
}

function CallOutItem({ api, id, callOut }: { api: Api; id: string; callOut: CallOut }) {
  const { id: callOutId, version, brief, last_day, state, sent, answered, answers } = callOut;
  const headingId = useId();
  const toast = useToast();
  const focusById = useFocusById();
  const remove = useMutation(callOutMutation(api, id, deleteCallOut));
  const end = useMutation(callOutMutation(api, id, closeCallOut));
  const show = useMutation(callOutMutation(api, id, showCallOut));
  const errorDialog = useErrorDialog();
  const user = useUser(api);
  const [dialog, setDialog] = useState<'change' | 'send' | 'delete' | 'close'>();
  const close = () => setDialog(undefined);
  const change = { id, callOutId, version };
  const name = `Call-out until ${formatDay(last_day)}`;
  const days = formatDayRange(callOut.days_from, callOut.days_to);
  const button = (label: string, wanted: NonNullable<typeof dialog>) => (
    <button type="button" className="button button--compact" onClick={() => setDialog(wanted)}>
      {label}
      <span className="visually-hidden"> ({name})</span>
    </button>
  );
  const toggleWanted = () =>
    show.mutate(
      { ...change, is_wanted: !callOut.is_wanted },
      { onSuccess: ({ message }) => toast({ text: message }), onError: errorDialog.report },
    );
  return (
    <article className="call-out" aria-labelledby={headingId}>
      <h3 id={headingId} tabIndex={-1}>
        {name} <span className="mark">{CALL_OUT_STATES[state]}</span>
      </h3>
      <p className="call-out__brief">{brief}</p>
      <p className="muted">
        {days !== '' && `Filming ${days}. `}
        {`For: ${describeSearch(callOut.search)}. `}
        {callOut.is_wanted && 'Public while it is open. '}
        {state !== 'DRAFT' && `Sent to ${formatCount(sent, 'recipient')}, ${formatNumber(answered)} answered.`}
      </p>
      <div className="call-out__actions">
        {state === 'DRAFT' && (
          <>
            {button('Send', 'send')}
            {button('Change', 'change')}
            {button('Delete', 'delete')}
          </>
        )}
        {state === 'OPEN' && (
          <>
            {button('Send again', 'send')}
            {can(user, 'board.private') && (
              <button
                type="button"
                className="button button--compact"
                aria-disabled={show.isPending}
                onClick={() => !show.isPending && toggleWanted()}
              >
                {callOut.is_wanted ? 'Take off ‘Wanted’' : 'Show on ‘Wanted’'}
                <span className="visually-hidden"> ({name})</span>
              </button>
            )}
            {button('Close', 'close')}
          </>
        )}
      </div>
      {answers.length > 0 && (
        <ul className="production-items" aria-label="Answers">
          {answers.map((answer) => (
            <AnswerItem key={answer.id} api={api} change={change} answer={answer} onDone={() => focusById(headingId)} />
          ))}
        </ul>
      )}
      {errorDialog.alert}
      <LazyMount isWanted={dialog === 'change'}>
        <CallOutDialog api={api} id={id} callOut={callOut} open={dialog === 'change'} onClose={close} />
      </LazyMount>
      <LazyMount isWanted={dialog === 'send'}>
        <SendDialog api={api} id={id} callOut={callOut} open={dialog === 'send'} onClose={close} />
      </LazyMount>
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={close}
        title="Delete this call-out?"
        confirmLabel="Delete call-out"
        onConfirm={async () => {
          const { message } = await remove.mutateAsync(change);
          toast({ text: message });
          focusById(HEADING_ID);
        }}
      >
        <p>It was not sent to anybody.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'close'}
        onClose={close}
        title="Close this call-out?"
        confirmLabel="Close call-out"
        onConfirm={async () => {
          const { message } = await end.mutateAsync(change);
          toast({ text: message });
          focusById(headingId);
        }}
      >
        <p>Its links end, and nobody can answer any more. The answers stay here.</p>
      </ConfirmDialog>
    </article>
  );
}
