import { useEffect, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { audienceQuery, callOutMutation } from '../../client.ts';
import { sendCallOut } from '../../contract.ts';
import { sentTo } from '../../messages.ts';
import { type Audience, type CallOut, OWNER_STATES, type OwnerState } from '../../schema.ts';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  /** The production. */
  readonly id: string;
  readonly callOut: CallOut;
  readonly onClose: () => void;
}

/** Shows whom a call-out reaches, and sends it. */
export default function SendDialog(props: Props & { open: boolean }) {
  const { open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Send the call-out">
      <SendForm {...props} />
    </Dialog>
  );
}

function SendForm({ api, id, callOut, onClose }: Props) {
  const { id: callOutId } = callOut;
  const toast = useToast();
  // Of the version that was opened: while it is being sent, each batch counts it up.
  const [opened] = useState(callOut);
  const found = useQuery(audienceQuery(api, id, opened));
  const send = useMutation(callOutMutation(api, id, sendCallOut));
  const [state, setState] = useState<{ busy: boolean; sent?: string; error?: unknown }>({ busy: false });
  // However the dialog is closed, no further batch is sent.
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const sendAll = async () => {
    setState({ busy: true });
    let { version } = callOut;
    let total = 0;
    try {
      for (;;) {
        const { message, sent, left, callOuts } = await send.mutateAsync({ id, callOutId, version });
        total += sent;
        const text = total > 0 ? sentTo(total, left) : message;
        if (isStopped.current || left === 0) {
          toast({ text });
          if (!isStopped.current) onClose();
          return;
        }
        setState({ busy: true, sent: text });
        version = callOuts.find((other) => other.id === callOutId)?.version ?? version;
      }
    } catch (error) {
      if (isStopped.current) toast({ text: getErrorMessage(error), kind: 'error' });
      else setState({ busy: false, error });
    }
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!state.busy && found.data) void sendAll();
      }}
    >
      <div className="dialog__body">
        {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
        {found.error && <ErrorAlert message={getErrorMessage(found.error)} />}
        {found.isPending && <p role="status">Counting…</p>}
        {found.data && <AudienceSummary audience={found.data} />}
        <p role="status">{state.sent ?? ''}</p>
        <p className="muted">After this it cannot be changed. Close it and write another instead.</p>
      </div>
      <DialogActions
        busy={state.busy}
        submitLabel="Send"
        cancelLabel={state.busy ? 'Stop' : 'Cancel'}
        onCancel={onClose}
      />
    </form>
  );
}

function AudienceSummary({ audience }: { audience: Audience }) {
  const { locations, without_owner, owners, offices } = audience;
  const waiting = offices.filter(({ sent }) => !sent);
  return (
    <>
      <p>{formatCount(locations, 'location')} match.</p>
      <ul>
        {(Object.keys(OWNER_STATES) as OwnerState[]).map(
          (state) =>
            (owners[state] > 0 || state === 'READY') && (
              <li key={state}>
                {formatCount(owners[state], 'owner')}: {OWNER_STATES[state]}
              </li>
            ),
        )}
        {without_owner > 0 && <li>{formatNumber(without_owner)} of the locations have no owner’s account</li>}
        <li>
          {waiting.length > 0
            ? `Film offices: ${waiting.map(({ name }) => name).join(', ')}`
            : 'No further film office of these areas'}
        </li>
      </ul>
    </>
  );
}
