import { ArrowLeft, Check, CircleAlert } from '../../../../ui/icons.tsx';
import { STEPS } from '../../submission/schema.ts';
import type { StepState } from './step-state.ts';

const WORDS: Readonly<Record<StepState, string>> = {
  complete: 'Complete',
  wrong: 'Needs an answer',
  empty: 'Not started',
};

/**
 * All steps with how far each has come, and the way back.
 * @param props.onChoose null while there is only the first one
 */
export function StepList(props: {
  step: number;
  states: readonly StepState[];
  onChoose: ((step: number) => void) | null;
}) {
  const { step, states, onChoose } = props;
  return (
    <nav aria-label="Steps">
      <a className="crumb" href="/locations">
        <ArrowLeft />
        My locations
      </a>
      <ol className="steps">
        {STEPS.map(({ title }, index) => {
          const state = states[index] ?? 'empty';
          const isHere = index === step;
          const inside = (
            <>
              <span className="step__mark" aria-hidden>
                <Mark state={state} isHere={isHere} number={index + 1} />
              </span>
              <span className="step__name">
                {title}
                <span className="step__state">{isHere ? 'You are here' : WORDS[state]}</span>
              </span>
            </>
          );
          return (
            <li key={title} className={`step ${isHere ? 'step--now' : `step--${state}`}`}>
              {isHere || !onChoose ? (
                <span className="step__inside" aria-current={isHere ? 'step' : undefined}>
                  {inside}
                </span>
              ) : (
                <button type="button" className="step__inside" onClick={() => onChoose(index)}>
                  {inside}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ state, isHere, number }: { state: StepState; isHere: boolean; number: number }) {
  if (isHere || state === 'empty') return number;
  return state === 'complete' ? <Check small /> : <CircleAlert small />;
}
