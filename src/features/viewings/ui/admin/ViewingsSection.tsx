import { useId, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDay } from '../../../../platform/text/dates.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { viewingMutation, viewingsQuery } from '../../client.ts';
import { askOwners, cancelViewing, sendItinerary } from '../../contract.ts';
import type { Viewing } from '../../schema.ts';
import { StopItem } from './StopItem.tsx';
import './viewings.css';

const ViewingDialog = lazyDialog(() => import('./ViewingDialog.tsx'));
const StopDialog = lazyDialog(() => import('./StopDialog.tsx'));

/** The days on which people of a production visit locations. */
export function ViewingsSection({ api, id }: { api: Api; id: string }) {
  const { data: viewings } = useSuspenseQuery({ ...viewingsQuery(api, id), refetchOnWindowFocus: true });
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="viewings">
      <h2 id="viewings" tabIndex={-1}>
        Viewings
      </h2>
      {viewings.length === 0 && (
        <p className="muted">None yet. Plan a day, add its locations, then ask their owners by email.</p>
      )}
      {viewings.map((viewing) => (
        <ViewingItem key={viewing.id} api={api} id={id} viewing={viewing} />
      ))}
      <button type="button" className="button button--compact form__submit" onClick={() => setAdding(true)}>
        Plan a day
      </button>
      <LazyMount isWanted={isAdding}>
        <ViewingDialog api={api} id={id} open={isAdding} onClose={() => setAdding(false)} />
      </LazyMount>
    </section>
  );
}

const ITINERARY = {
  NOT_SENT: 'Itinerary not sent',
  SENT: 'Itinerary sent',
  OUTDATED: 'Changed since the itinerary was sent',
} as const satisfies Record<Viewing['itinerary'], string>;

function ViewingItem({ api, id, viewing }: { api: Api; id: string; viewing: Viewing }) {
  const { id: viewingId, version, day, people, note, party, stops, is_open, cancelled } = viewing;
  const headingId = useId();
  const toast = useToast();
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const ask = useMutation(viewingMutation(api, id, askOwners));
  const send = useMutation(viewingMutation(api, id, sendItinerary));
  const cancel = useMutation(viewingMutation(api, id, cancelViewing));
  const [dialog, setDialog] = useState<'change' | 'stop' | 'cancel'>();
  const close = () => setDialog(undefined);
  const isBusy = ask.isPending || send.isPending;
  const change = { id, viewingId, version };
  const options = {
    onSuccess: ({ message }: { message: string }) => {
      toast({ text: message });
      focusById(headingId);
    },
    onError: errorDialog.report,
  };
  const waiting = stops.filter(({ state }) => state === 'PLANNED').length;
  return (
    <article className="viewing" aria-labelledby={headingId}>
      <h3 id={headingId} tabIndex={-1}>
        {formatDay(day)}
      </h3>
      <p className="muted">
        {cancelled && 'Cancelled. '}
        {formatCount(people, 'person', 'people')}
        {party.length > 0 &&
          `, with ${party.map(({ name, email }) => (email ? name : `${name} (no email)`)).join(', ')}`}
        {`. ${ITINERARY[viewing.itinerary]}.`}
      </p>
      {note !== null && <p className="viewing__note">{note}</p>}
      <ul className="production-items">
        {stops.map((stop) => (
          <StopItem
            key={stop.id}
            api={api}
            stop={stop}
            change={change}
            isOpen={is_open}
            onRemoved={() => focusById(headingId)}
          />
        ))}
      </ul>
      {is_open && (
        <div className="viewing__actions">
          <button type="button" className="button button--compact" onClick={() => setDialog('stop')}>
            Add a stop<span className="visually-hidden"> on {formatDay(day)}</span>
          </button>
          {waiting > 0 && (
            <button
              type="button"
              className="button button--compact"
              aria-disabled={isBusy}
              onClick={() => !isBusy && ask.mutate(change, options)}
            >
              Ask {waiting === 1 ? 'the owner' : `${waiting} owners`}
              <span className="visually-hidden"> of {formatDay(day)}</span>
            </button>
          )}
          {stops.length > 0 && (
            <button
              type="button"
              className="button button--compact"
              aria-disabled={isBusy}
              onClick={() => !isBusy && send.mutate(change, options)}
            >
              Send the itinerary<span className="visually-hidden"> of {formatDay(day)}</span>
            </button>
          )}
          <button type="button" className="button button--compact" onClick={() => setDialog('change')}>
            Change<span className="visually-hidden"> {formatDay(day)}</span>
          </button>
          <button type="button" className="button button--compact" onClick={() => setDialog('cancel')}>
            Cancel the day<span className="visually-hidden"> {formatDay(day)}</span>
          </button>
        </div>
      )}
      <LazyMount isWanted={dialog === 'change'}>
        <ViewingDialog api={api} id={id} viewing={viewing} open={dialog === 'change'} onClose={close} />
      </LazyMount>
      <LazyMount isWanted={dialog === 'stop'}>
        <StopDialog api={api} change={change} open={dialog === 'stop'} onClose={close} />
      </LazyMount>
      <ConfirmDialog
        open={dialog === 'cancel'}
        onClose={close}
        title={`Cancel ${formatDay(day)}?`}
        confirmLabel="Cancel the day"
        onConfirm={async () => options.onSuccess(await cancel.mutateAsync(change))}
      >
        <p>All owners who were asked, and everybody who has the itinerary, are told by email.</p>
      </ConfirmDialog>
      {errorDialog.alert}
    </article>
  );
}
