import { useEffect, useEffectEvent } from 'react';
import { MapPin } from '../../../../ui/icons.tsx';
import { findNearMe } from '../../query-parsing/near-me.ts';
import { type SearchParams, formatPosition, replaceInQuery, withParams } from '../../search-params.ts';
import { FINDING_POSITION, NEEDS_POSITION, USE_MY_POSITION } from '../place-filter/messages.ts';
import { usePosition } from '../place-filter/use-position.ts';
import { useRefine } from '../search-field/refine-search.tsx';

/** For a query such as "castle near me": asks for the position, which replaces the words. Until then they are left out. */
export default function NearMe({ params }: { params: SearchParams }) {
  const refine = useRefine();
  const nearMe = findNearMe(params.query ?? '');
  const position = usePosition((found) => {
    if (!nearMe) return;
    const place = { place: formatPosition(found), within: nearMe.kilometres };
    const next = withParams(replaceInQuery(params, [{ spans: [nearMe.span], by: '' }]), place);
    // Back must not lead to a page that goes forward again.
    void refine(next, { replace: true });
  });
  const isAsked = nearMe !== undefined;
  const locate = useEffectEvent(position.locate);
  // The words ask for it.
  useEffect(() => {
    if (isAsked) locate();
  }, [isAsked]);
  if (!nearMe) return null;
  return (
    <div className="find__note near-me">
      <p role="alert">{position.problem ?? (position.isLocating ? FINDING_POSITION : NEEDS_POSITION)}</p>
      <p>Until then, locations everywhere are shown.</p>
      <button
        type="button"
        className="button"
        aria-busy={position.isLocating}
        aria-disabled={position.isLocating}
        onClick={() => !position.isLocating && position.locate()}
      >
        <MapPin />
        {USE_MY_POSITION}
      </button>
    </div>
  );
}
