import { Suspense } from 'react';
import { useHydrated } from '@tanstack/react-router';
import { lazyPart } from '../../../../ui/LazyMount.tsx';
import type { SearchParams } from '../../search-params.ts';
import { NEEDS_POSITION } from '../place-filter/messages.ts';

const NearMe = lazyPart(() => import('./NearMe.tsx'));

const NEAR_ME =
  /\b(?:near|nearby|close to|next to|around|round|beside|by|from|of|to|outside)\s+(?:me|us|here|my\s+(?:position|location))\b/i;

/** Loads what asks for the position only for queries that name it, and in the browser. */
export function MaybeNearMe({ params }: { params: SearchParams }) {
  const isHydrated = useHydrated();
  if (!NEAR_ME.test(params.query ?? '')) return null;
  const note = <p className="find__note">{NEEDS_POSITION}</p>;
  return isHydrated ? (
    <Suspense fallback={note}>
      <NearMe key={params.query} params={params} />
    </Suspense>
  ) : (
    note
  );
}
