import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { viewingMutation } from '../../client.ts';
import { cancelStop, recordAnswer } from '../../contract.ts';
import { CONTACT_GONE } from '../../messages.ts';
import { type Answer, STOP_STATES, type ViewingStop } from '../../schema.ts';
import type { ViewingChange } from './StopDialog.tsx';
import '../../../../ui/mark.css';

const ContactDialog = lazyDialog(() => import('./ContactDialog.tsx'));
const StopDialog = lazyDialog(() => import('./StopDialog.tsx'));

/** A location of a viewing, with what its owner has answered. @param props.onRemoved moves the focus on */
export function StopItem(props: {
  api: Api;
  stop: ViewingStop;
  change: ViewingChange;
  isOpen: boolean;
  onRemoved: () => void;
}) {
  const { api, stop, change, isOpen, onRemoved } = props;
  const { title, slot_from, slot_to, state, contact, is_contact_gone, answer_note } = stop;
  const toast = useToast();
  const errorDialog = useErrorDialog();
  const answer = useMutation(viewingMutation(api, change.id, recordAnswer));
  const cancel = useMutation(viewingMutation(api, change.id, cancelStop));
  const [dialog, setDialog] = useState<'time' | 'contact' | 'cancel'>();
  const close = () => setDialog(undefined);
  const canChange = isOpen && state !== 'CANCELLED';
  const remove = async () => {
    const { message } = await cancel.mutateAsync({ ...change, stopId: stop.id });
    toast({ text: message });
    onRemoved();
  };
  const answerButton = (wanted: Answer) =>
    state !== wanted && (
      <button
        type="button"
        className="button button--compact"
        aria-disabled={answer.isPending}
        onClick={() =>
          !answer.isPending &&
          answer.mutate({ ...change, stopId: stop.id, answer: wanted }, { onError: errorDialog.report })
        }
      >
        Mark {STOP_STATES[wanted].toLowerCase()}
        <span className="visually-hidden"> by the owner of {title}</span>
      </button>
    );
  return (
    <li>
      <span>
        {slot_from}–{slot_to} <strong>{title}</strong> <span className="mark">{STOP_STATES[state]}</span>
        {contact && <span className="muted viewing__detail">{formatContact(contact)}</span>}
        {is_contact_gone && <span className="viewing__detail">{CONTACT_GONE}</span>}
        {answer_note !== null && <span className="viewing__detail">‘{answer_note}’</span>}
      </span>
      {canChange && (
        <>
          {answerButton('CONFIRMED')}
          {answerButton('DECLINED')}
          <button type="button" className="button button--compact" onClick={() => setDialog('time')}>
            Time<span className="visually-hidden"> of {title}</span>
          </button>
          {state === 'PLANNED' && (contact || is_contact_gone) && (
            <button type="button" className="button button--compact" onClick={() => setDialog('contact')}>
              Contact<span className="visually-hidden"> of {title}</span>
            </button>
          )}
          <button
            type="button"
            className="button button--compact"
            onClick={() => (state === 'PLANNED' ? void remove().catch(errorDialog.report) : setDialog('cancel'))}
          >
            {state === 'PLANNED' ? 'Remove' : 'Cancel'}
            <span className="visually-hidden"> {title}</span>
          </button>
        </>
      )}
      <LazyMount isWanted={dialog === 'time'}>
        <StopDialog api={api} change={change} stop={stop} open={dialog === 'time'} onClose={close} />
      </LazyMount>
      <LazyMount isWanted={dialog === 'contact'}>
        <ContactDialog api={api} change={change} stop={stop} open={dialog === 'contact'} onClose={close} />
      </LazyMount>
      <ConfirmDialog
        open={dialog === 'cancel'}
        onClose={close}
        title={`Cancel the visit to ${title}?`}
        confirmLabel="Cancel the visit"
        onConfirm={remove}
      >
        <p>The owner is told by email.</p>
      </ConfirmDialog>
      {errorDialog.alert}
    </li>
  );
}

function formatContact({ name, email, telephone }: NonNullable<ViewingStop['contact']>): string {
  return [name, email ?? 'no email: record the answer here', telephone].filter(Boolean).join(', ');
}
