import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { claimMutation, releaseMutation } from '../client.ts';
import type { QueuedLocation } from '../schema.ts';

/**
 * The button for a member of the Locations Team to claim a review, or to release it.
 * @param props.title of the location, for screen readers where the button is in a list
 */
export function ClaimButton(props: {
  api: Api;
  id: string;
  reviewer: QueuedLocation['reviewer'];
  userId: string | undefined;
  className: string;
  title?: string;
  onError: (error: unknown) => void;
}) {
  const { api, id, reviewer, userId, className, title, onError } = props;
  const claiming = useMutation({ ...claimMutation(api), onError });
  const releasing = useMutation({ ...releaseMutation(api), onError });
  const isBusy = claiming.isPending || releasing.isPending;
  const isMine = reviewer !== null && reviewer.id === userId;
  const label = isMine ? 'Release' : reviewer ? 'Take over' : 'Claim';
  const press = () => {
    if (isBusy) return;
    if (isMine) releasing.mutate({ id });
    else claiming.mutate({ id, take_over: reviewer !== null });
  };
  return (
    <button type="button" className={className} aria-disabled={isBusy} onClick={press}>
      {label}
      {title !== undefined && <span className="visually-hidden">{` ${title}`}</span>}
    </button>
  );
}
