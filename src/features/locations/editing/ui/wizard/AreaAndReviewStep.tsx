import type { ComponentProps } from 'react';
import { AreaStep } from './area/AreaStep.tsx';
import { SubmissionReview } from './SubmissionReview.tsx';

/** Step 6: the position of the location, and the review before submission. @param props.uploads photographs that are not images yet */
export function AreaAndReviewStep(props: ComponentProps<typeof AreaStep> & { uploads: number }) {
  const { uploads, ...area } = props;
  return (
    <>
      <AreaStep {...area} />
      <SubmissionReview location={area.location} uploads={uploads} fields={area.fields} />
    </>
  );
}
