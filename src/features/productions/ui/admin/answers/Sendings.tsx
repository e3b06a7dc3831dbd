import { CircleAlert } from '../../../../../ui/icons.tsx';
import { formatRelativeDateTime } from '../../../../../platform/text/dates.ts';
import { ANSWERS } from '../../../../boards/guests/schema.ts';
import { getBoardPath } from '../../../../boards/schema.ts';
import { formatOpenings } from '../../../../boards/ui/guests/format-openings.ts';
import { formatPerson } from '../../../../entry-subjects/schema.ts';
import { CHANGES_SINCE, type ProductionAnswers, SECRET_TITLE_PLACES } from '../../../answers/schema.ts';
import '../../../../../ui/mark.css';
import './answers.css';

type Sending = ProductionAnswers['sendings'][number];

/** What was sent to a production, latest first: who opened it, what guests say, and what has happened to its locations since. */
export function Sendings({ sendings }: { sendings: readonly Sending[] }) {
  if (sendings.length === 0) return <p className="muted">Nothing was sent yet.</p>;
  return (
    <ul className="production-sendings" aria-label="What was sent">
      {sendings.map((sending) => (
        <li key={sending.id}>
          <h3>
            {sending.title} <span className="production-sendings__to">to {sending.recipient}</span>
          </h3>
          <p className="muted small" suppressHydrationWarning>
            Sent {formatRelativeDateTime(sending.sent_at)}
            {sending.sender && ` by ${formatPerson(sending.sender)}`}.{' '}
            {sending.look_book !== null && `With the look-book ‘${sending.look_book}’. `}
            {sending.has_link ? `${formatOpenings(sending)}.` : 'Its link was deleted.'}
          </p>
          {sending.secret_title_in.length > 0 && <SecretTitle sending={sending} />}
          <ul>
            {sending.locations.map((location, index) => (
              <li key={location.location_id ?? index}>
                {location.title} {location.since && <strong className="mark">{CHANGES_SINCE[location.since]}</strong>}
                {location.answers.length > 0 && <Answers answers={location.answers} />}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function SecretTitle({ sending: { secret_title_in, board_id } }: { sending: Sending }) {
  return (
    <div className="alert alert--warn">
      <CircleAlert />
      <div>
        {secret_title_in.map((place) => (
          <p key={place}>{SECRET_TITLE_PLACES[place]}</p>
        ))}
        {board_id !== null && (
          <p>
            <a className="link" href={getBoardPath({ id: board_id })}>
              {secret_title_in.includes('BOARD')
                ? 'Rename it on the page of the board'
                : 'Delete its guest link on the page of the board'}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

function Answers({ answers }: Pick<Sending['locations'][number], 'answers'>) {
  return (
    <ul className="small">
      {answers.map(({ name, role, answer, comment }, index) => (
        // Two guests can have the same name.
        <li key={index}>
          {answer && <strong>{ANSWERS[answer]}: </strong>}
          {`${name}, ${role}`}
          {comment !== null && <span className="production-sendings__comment">{comment}</span>}
        </li>
      ))}
    </ul>
  );
}
