import { useId, useState } from 'react';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { CircleAlert } from '../../../../ui/icons.tsx';
import { ANSWERS, type Answer } from '../../guests/schema.ts';

/**
 * Chooses an answer, which is saved at once. One that could not be saved stays chosen.
 * @param props.id element id of the first answer
 * @param props.about what it is about, for screen readers
 * @param props.onAnswer null withdraws the answer; the answer cannot be changed without it
 */
export function AnswerChoice(props: {
  id?: string;
  about: string;
  answer: Answer | null;
  onAnswer: ((answer: Answer | null) => Promise<unknown>) | null;
}) {
  const ownId = useId();
  const { id = ownId, about, answer, onAnswer } = props;
  const [chosen, setChosen] = useState<Answer | null>();
  const [state, setState] = useState<'idle' | 'saved' | { readonly error: unknown }>('idle');
  if (!onAnswer) return answer && <p className="small">{`Your answer: ${ANSWERS[answer]}`}</p>;
  const shown = chosen === undefined ? answer : chosen;
  const choose = async (next: Answer | null) => {
    setChosen(next);
    setState('idle');
    try {
      await onAnswer(next);
      setChosen((latest) => (latest === next ? undefined : latest));
      setState('saved');
    } catch (error) {
      setState({ error });
    }
  };
  return (
    <fieldset className="answer no-print">
      <legend className="visually-hidden">{`Your answer about ${about}`}</legend>
      <div className="answer__choices">
        {(Object.keys(ANSWERS) as Answer[]).map((value, index) => (
          <label key={value}>
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              id={index === 0 ? id : undefined}
              checked={shown === value}
              // A choice that could not be saved is saved by choosing it again.
              onClick={() => typeof state === 'object' && shown === value && void choose(value)}
              onChange={() => void choose(value)}
            />
            {ANSWERS[value]}
          </label>
        ))}
      </div>
      {shown !== null && (
        <button
          type="button"
          className="note__edit"
          aria-label={`Withdraw your answer about ${about}`}
          onClick={() => {
            // The button goes away.
            document.getElementById(id)?.focus();
            void choose(null);
          }}
        >
          Withdraw
        </button>
      )}
      <p className="answer__status" role="status">
        {state === 'saved' && 'Saved'}
      </p>
      {typeof state === 'object' && (
        <p className="error" role="alert">
          <CircleAlert small />
          {`Not saved. ${getErrorMessage(state.error)}`}
        </p>
      )}
    </fieldset>
  );
}
