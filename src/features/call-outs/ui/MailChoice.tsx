import { startTransition, useId, useOptimistic } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { ownMailsMutation, ownMailsQuery } from '../own-mails/client.ts';
import '../../../ui/checkbox.css';

/** Lets an owner choose emails about call-outs. It takes effect at once. */
export function MailChoice({ api }: { api: Api }) {
  const id = useId();
  const toast = useToast();
  const { data } = useSuspenseQuery(ownMailsQuery(api));
  const choose = useMutation(ownMailsMutation(api));
  // The state of a mutation is rendered later than the click, so the checkbox would go back for a moment.
  const [wanted, showWanted] = useOptimistic(data.wanted);
  const change = (changed: boolean) =>
    startTransition(async () => {
      showWanted(changed);
      await choose
        .mutateAsync({ wanted: changed }, { onSuccess: ({ message }) => toast({ text: message }) })
        .catch(() => {
          // The page shows the error of the mutation.
        });
    });
  return (
    <section className="account-section" aria-labelledby={id}>
      <h2 id={id} className="display display--1">
        Emails about call-outs
      </h2>
      <p className="muted small">
        When a production looks for a place like yours, we can ask you by email whether it is possible: at most four
        times a month. Each email lets you stop them.
      </p>
      {choose.error && <ErrorAlert message={getErrorMessage(choose.error)} />}
      <label className="checkbox-row">
        <input
          type="checkbox"
          checked={wanted}
          onChange={({ target }) => !choose.isPending && change(target.checked)}
        />
        <span>Email me about call-outs for my locations</span>
      </label>
    </section>
  );
}
