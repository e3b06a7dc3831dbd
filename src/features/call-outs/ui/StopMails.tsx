import { useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert, SuccessAlert } from '../../../ui/FormMessages.tsx';
import { stopMailsMutation } from '../client.ts';

/** Ends the emails about call-outs, without logging in. */
export function StopMails({ api, token }: { api: Api; token: string }) {
  const stop = useMutation(stopMailsMutation(api));
  return (
    <section aria-labelledby="stop-mails">
      <h2 id="stop-mails" className="display display--1">
        Emails about call-outs
      </h2>
      {stop.data ? (
        <SuccessAlert message={stop.data.message} />
      ) : (
        <>
          {stop.error && <ErrorAlert message={getErrorMessage(stop.error)} />}
          <p className="muted">Owners get these emails once they have agreed to them in their profile.</p>
          <button
            type="button"
            className="button form__submit"
            aria-disabled={stop.isPending}
            onClick={() => !stop.isPending && stop.mutate({ token })}
          >
            Stop these emails
          </button>
        </>
      )}
    </section>
  );
}
