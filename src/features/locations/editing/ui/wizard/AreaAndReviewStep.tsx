import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { imagesQuery } from '../../images/client.ts';
import type { OwnLocation } from '../../schema.ts';
import { AreaStep } from './area/AreaStep.tsx';
import { SubmissionReview } from './SubmissionReview.tsx';

/**
 * Step 6: the position of the location, and the review before submission.
 * @param props.onLocation called with the images after each change, since uploads are processed while this step is open
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
      <SubmissionReview location={area.location} uploads={data?.uploads ?? []} fields={area.fields} />
    </>
  );
}
