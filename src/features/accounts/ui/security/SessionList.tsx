import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { ErrorAlert, SuccessAlert } from '../../../../ui/FormMessages.tsx';
import { endOtherSessionsMutation, endSessionMutation, ownSessionsQuery } from '../../sessions/client.ts';
import { UNKNOWN_DEVICE } from '../../messages.ts';
import type { OwnSession } from '../../sessions/schema.ts';
import './security-list.css';

/** The sessions of the signed-in user, with buttons that end the others. */
export function SessionList({ api }: { api: Api }) {
  const { data: sessions } = useSuspenseQuery(ownSessionsQuery(api));
  const [message, setMessage] = useState<{ readonly text: string }>();
  const [isConfirming, setIsConfirming] = useState(false);
  const endOne = useMutation({ ...endSessionMutation(api), onMutate: () => setMessage(undefined) });
  const endOthers = useMutation(endOtherSessionsMutation(api));
  const others = sessions.filter(({ current }) => !current).length;
  const end = ({ id }: OwnSession) =>
    endOne.mutate({ id }, { onSuccess: (output) => setMessage({ text: output.message }) });
  return (
    <>
      {/* Focused again for each message, as the button that was pressed is gone. */}
      {message && <SuccessAlert key={message.text + sessions.length} message={message.text} />}
      {endOne.error && <ErrorAlert message={getErrorMessage(endOne.error)} />}
      <ul className="security-list">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={endOne.isPending} onEnd={() => end(session)} />
        ))}
      </ul>
      {others > 0 && (
        <button type="button" className="button form__submit" onClick={() => setIsConfirming(true)}>
          End all other sessions
        </button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="End all other sessions?"
        confirmLabel="End other sessions"
        onConfirm={async () => setMessage({ text: (await endOthers.mutateAsync({})).message })}
      >
        <p>
          {formatCount(others, 'session')} will have to log in again. Unsaved changes there are lost. You stay logged in
          here.
        </p>
      </ConfirmDialog>
    </>
  );
}

function SessionRow(props: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const { id, device, network, created_at, last_used_at, current } = props.session;
  return (
    <li>
      <div>
        <h3 id={`session-${id}`}>
          {device ?? UNKNOWN_DEVICE}
          {current && <span className="security-list__here label">This session</span>}
        </h3>
        <dl className="facts facts--line">
          {network !== null && (
            <div>
              <dt>Network</dt>
              <dd>{network}</dd>
            </div>
          )}
          <div>
            <dt>Logged in</dt>
            <dd>{formatDateTime(created_at)}</dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>{formatDateTime(last_used_at)}</dd>
          </div>
        </dl>
      </div>
      {!current && (
        <button
          type="button"
          className="button button--compact"
          aria-describedby={`session-${id}`}
          aria-disabled={props.isBusy}
          onClick={() => !props.isBusy && props.onEnd()}
        >
          End session
        </button>
      )}
    </li>
  );
}
