import { Suspense, lazy } from 'react';
import type { SearchParams } from '../../search-params.ts';

const NearMe = lazy(() => import('./NearMe.tsx'));

const ME = /\b(?:me|us|here|my (?:position|location))\b/i;

/** Loads what asks for the position only for queries that may name it. */
export function MaybeNearMe({ params }: { params: SearchParams }) {
  if (!ME.test(params.query ?? '')) return null;
  return (
    <Suspense>
      <NearMe key={params.query} params={params} />
    </Suspense>
  );
}
