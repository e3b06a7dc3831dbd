import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { imagesQuery } from '../../images/client.ts';
import type { OwnLocation } from '../../submission/schema.ts';
import { AreaStep } from './area/AreaStep.tsx';
import { SubmissionReview } from './SubmissionReview.tsx';

/**
 * Step 6: where the place is, and a last look at everything.
 * @param props.onLocation told the images whenever they are others: they come in, and are processed, while this step is open
 */
export function AreaAndReviewStep(
  props: ComponentProps<typeof AreaStep> & { onLocation: (changed: Pick<OwnLocation, 'images'>) => void },
) {
  const { onLocation, ...area } = props;
  const { data } = useQuery(imagesQuery(area.api, area.location.id));
  const report = useEffectEvent(onLocation);
  useEffect(() => {
    if (data) report({ images: data.images });
  }, [data]);
  return (
    <>
      <AreaStep {...area} />
      <SubmissionReview location={area.location} fields={area.fields} />
    </>
  );
}
