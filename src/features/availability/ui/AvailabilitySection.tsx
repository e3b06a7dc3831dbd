import type { Api } from '../../../platform/http/contract.ts';
import { LazyDisclosure } from '../../../ui/LazyDisclosure.tsx';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import './availability-section.css';

const PublicAvailability = lazyPart(() => import('./PublicAvailability.tsx'));

/** The days on which a location is not available, which are loaded when they are wanted. */
export function AvailabilitySection({ api, id }: { api: Api; id: string }) {
  return (
    <LazyDisclosure className="availability-section" summary="Dates when this place is unavailable">
      <PublicAvailability api={api} id={id} />
    </LazyDisclosure>
  );
}
