import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import { callOutMutation } from '../../client.ts';
import { makeLocation, offerAnswer } from '../../contract.ts';
import { ANSWERS, type CallOutAnswer } from '../../schema.ts';
import '../../../../ui/mark.css';

/** What an owner or a film office has answered about a place. @param onDone moves the focus on */
export function AnswerItem(props: {
  api: Api;
  change: { readonly id: string; readonly callOutId: string };
  answer: CallOutAnswer;
  onDone: () => void;
}) {
  const { api, answer, onDone } = props;
  const { location_id, title, place, sender, is_office, days, note, answered_at, photographs, is_offered } = answer;
  const { id, callOutId } = props.change;
  const toast = useToast();
  const errorDialog = useErrorDialog();
  const user = useUser(api);
  const offer = useMutation(callOutMutation(api, id, offerAnswer));
  const make = useMutation(callOutMutation(api, id, makeLocation));
  const isYes = answer.answer === 'YES';
  const isDeleted = location_id === null && place === null;
  const run = ({ isPending, mutate }: typeof offer) => {
    if (isPending) return;
    const onSuccess = ({ message }: { message: string }) => {
      toast({ text: message });
      onDone();
    };
    mutate({ id, callOutId, answerId: answer.id }, { onSuccess, onError: errorDialog.report });
  };
  return (
    <li>
      <span>
        {location_id === null ? (
          <strong>{title}</strong>
        ) : (
          <a className="link" href={`/admin/locations/${location_id}`}>
            {title}
          </a>
        )}{' '}
        <span className="mark">{answer.answer && ANSWERS[answer.answer]}</span>
        {isDeleted && <span className="call-out__detail">The location has been deleted.</span>}
        {place !== null && <span className="call-out__detail">Suggested place: {place}</span>}
        {days !== null && <span className="call-out__detail">Days: {days}</span>}
        {note !== null && <span className="call-out__detail">‘{note}’</span>}
        <span className="muted call-out__detail" suppressHydrationWarning>
          {[sender, is_office && 'film office', formatRelativeDateTime(answered_at)].filter(Boolean).join(', ')}
        </span>
        {photographs.length > 0 && (
          <span className="call-out__photographs">
            {photographs.map((picture) => (
              <span key={picture.sha256} className="frame">
                <Picture picture={picture} sizes="160px" />
              </span>
            ))}
          </span>
        )}
      </span>
      {isYes && location_id !== null && !is_offered && can(user, 'board.private') && (
        <button
          type="button"
          className="button button--compact"
          aria-disabled={offer.isPending}
          onClick={() => run(offer)}
        >
          Add to the answer<span className="visually-hidden"> ({title})</span>
        </button>
      )}
      {isYes && location_id === null && !isDeleted && !is_office && can(user, 'location.change-owner') && (
        <button
          type="button"
          className="button button--compact"
          aria-disabled={make.isPending}
          onClick={() => run(make)}
        >
          Make it a location<span className="visually-hidden"> ({title})</span>
        </button>
      )}
      {errorDialog.alert}
    </li>
  );
}
