import { type ComponentProps, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Image } from '../../../../ui/icons.tsx';
import { getTitle } from '../../schema.ts';
import { BoardNote } from '../BoardNote.tsx';
import { saveAnswerMutation } from '../../guests/client.ts';
import { NO_LONGER_ASKED } from '../../guests/messages.ts';
import { ANSWERS, type GuestBoard } from '../../guests/schema.ts';
import { AnswerChoice } from './AnswerChoice.tsx';
import { getAnswerId } from './GuestProgress.tsx';
import { GuestPhotographs } from './GuestPhotographs.tsx';

/** The guest's answers about a location and its photographs, and those of others if the owner shows them. */
export function GuestAnswer(props: {
  api: Api;
  secret: string;
  board: GuestBoard;
  item: GuestBoard['locations']['data'][number];
  /** Called when the guest comes to the location. */
  onVisit: () => void;
}) {
  const { api, secret, board, item, onVisit } = props;
  const saving = useMutation(saveAnswerMutation(api));
  const [isOpen, setOpen] = useState(false);
  const { note, own, others, location, decision } = item;
  const title = getTitle({ location, unpublished: null });
  const canAnswer = board.can_answer && board.guest !== null && location !== null && decision === null;
  const save = (input: Omit<Parameters<typeof saving.mutateAsync>[0], 'secret' | 'locationId'>) =>
    saving.mutateAsync({ secret, locationId: item.id, ...input });
  return (
    // Not every browser focuses a radio button that is clicked.
    <div className="guest-answer" onFocus={onVisit} onChange={onVisit}>
      {note && (
        <div className="note">
          <p className="note__text">{note}</p>
        </div>
      )}
      {decision && <DecisionNote board={board} item={item} />}
      <AnswerChoice
        id={getAnswerId(item.position)}
        about={title}
        answer={own.answer}
        onAnswer={canAnswer ? (answer) => save({ answer }) : null}
      />
      <BoardNote
        word="comment"
        title={title}
        note={own.comment}
        draftKey={`comment/${secret}/${item.id}`}
        onNote={canAnswer ? (comment) => save({ comment }) : null}
      />
      {others.map(({ name, role, answer, comment }, index) => (
        // Two guests can have the same name.
        <p key={index} className="guest-answer__other small">
          <strong>{`${name}, ${role}`}</strong>
          {answer && `: ${ANSWERS[answer]}`}
          {comment && <span className="note__text">{comment}</span>}
        </p>
      ))}
      {canAnswer && location.primaryimage && (
        <>
          <button
            type="button"
            className="note__edit no-print"
            aria-expanded={isOpen}
            aria-label={`Photographs of ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Image small />
            Photographs
          </button>
          {isOpen && (
            <GuestPhotographs
              {...{ api, item, location, own }}
              onAnswer={(imageId, answer) => save({ imageId, answer })}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Says why the guest is not asked about a location any more. The one that is locked in is marked as such. */
function DecisionNote({ board, item }: Pick<ComponentProps<typeof GuestAnswer>, 'board' | 'item'>) {
  if (item.decision === 'UNAVAILABLE') return <p className="small">{NO_LONGER_ASKED.UNAVAILABLE}</p>;
  const section = board.sections.find(({ id }) => id === item.section_id);
  if (section?.locked_location_id === item.id) return null;
  return (
    <p className="small">
      {section?.locked_title ? `‘${section.locked_title}’ was chosen instead.` : NO_LONGER_ASKED.LOCKED_IN}
    </p>
  );
}
