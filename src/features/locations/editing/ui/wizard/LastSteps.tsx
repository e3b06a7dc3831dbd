import type { ComponentProps } from 'react';
import { FACTS_STEP } from '../../schema.ts';
import { FactsStep } from '../../../production-facts/ui/FactsStep.tsx';
import type { HeldFacts } from '../../../production-facts/ui/useFactAutosaver.ts';
import { getWizardPath } from '../../../catalogue/fields/wizard-steps.ts';
import { AreaStep } from './area/AreaStep.tsx';
import { SubmissionReview } from './SubmissionReview.tsx';

/**
 * Step 6, the position of the location and the review before submission, and the optional step after it, the production facts.
 * @param props.uploads photographs that are not images yet
 * @param props.refresh loads the location again, which a production fact has changed
 */
export function LastSteps(
  props: ComponentProps<typeof AreaStep> & {
    step: number;
    uploads: number;
    facts: HeldFacts;
    refresh: () => Promise<void>;
  },
) {
  const { step, uploads, facts, refresh, ...area } = props;
  const { api, location } = area;
  // If it fails, the location is loaded before it is sent.
  const onSaved = () => void refresh().catch(() => {});
  if (step === FACTS_STEP) return <FactsStep api={api} id={location.id} held={facts} onSaved={onSaved} />;
  return (
    <>
      <AreaStep {...area} />
      <SubmissionReview location={location} uploads={uploads} fields={area.fields} />
      <p className="wizard__optional">
        Film crews also ask about parking, power, noise and what is allowed.{' '}
        <a className="link" href={`${getWizardPath(location.id)}?step=${FACTS_STEP + 1}`}>
          Add production facts
        </a>
      </p>
    </>
  );
}
