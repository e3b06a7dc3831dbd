import type { ComponentProps } from 'react';
import { AreaStep } from '../area/AreaStep.tsx';
import { Review } from '../area/Review.tsx';

/** Step 6: where the place is, and a last look at everything. */
export function LastStep(props: ComponentProps<typeof AreaStep>) {
  return (
    <>
      <AreaStep {...props} />
      <Review location={props.location} fields={props.fields} />
    </>
  );
}
