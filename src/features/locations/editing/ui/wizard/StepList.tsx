import { ArrowLeft, Check, CircleAlert } from '../../../../../ui/icons.tsx';
import { FACTS_STEP, STEPS, getStepTitle } from '../../schema.ts';
import type { StepState } from './step-state.ts';

const STATE_LABELS: Readonly<Record<StepState, string>> = {
  complete: 'Complete',
  incomplete: 'Needs an answer',
  uploading: 'Being uploaded',
  empty: 'Not started',
};

/**
 * All steps with their states, and a link back to the list of locations.
 * @param props.onChoose null while only the first step can be opened
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
        {[...STEPS.keys(), FACTS_STEP].map((index) => {
          const title = getStepTitle(index);
          const state = states[index] ?? 'empty';
          const isCurrent = index === step;
          const content = (
            <>
              <span className="step__mark" aria-hidden>
                <Mark state={state} isCurrent={isCurrent} number={index + 1} />
              </span>
              <span className="step__name">
                {title}
                <span className="step__state">
                  {isCurrent ? 'You are here' : index === FACTS_STEP ? 'Optional' : STATE_LABELS[state]}
                </span>
              </span>
            </>
          );
          return (
            <li key={title} className={`step ${isCurrent ? 'step--current' : `step--${state}`}`}>
              {isCurrent || !onChoose ? (
                <span className="step__content" aria-current={isCurrent ? 'step' : undefined}>
                  {content}
                </span>
              ) : (
                <button type="button" className="step__content" onClick={() => onChoose(index)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ state, isCurrent, number }: { state: StepState; isCurrent: boolean; number: number }) {
  if (isCurrent) return number;
  if (state === 'complete') return <Check small />;
  return state === 'incomplete' ? <CircleAlert small /> : number;
}
