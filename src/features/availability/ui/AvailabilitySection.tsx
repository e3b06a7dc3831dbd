import { useState } from 'react';
import type { Api } from '../../../platform/http/contract.ts';
import { LazyMount, lazyPart } from '../../../ui/LazyMount.tsx';
import '../../../ui/disclosure.css';
import './availability-section.css';

const PublicAvailability = lazyPart(() => import('./PublicAvailability.tsx'));

/** The days on which a location is not available, which are loaded when they are wanted. */
export function AvailabilitySection({ api, id }: { api: Api; id: string }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <details className="disclosure availability-section" onToggle={() => setWanted(true)}>
      <summary>Dates when this place is not available</summary>
      <LazyMount isWanted={isWanted}>
        <PublicAvailability api={api} id={id} />
      </LazyMount>
    </details>
  );
}
