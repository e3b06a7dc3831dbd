import { useState } from 'react';
import type { Api } from '../../../platform/http/contract.ts';
import { Pencil } from '../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { formatCost } from '../costs.ts';
import { getCostTitle } from '../messages.ts';
import { type BoardLocation, getTitle } from '../schema.ts';

const CostDialog = lazyDialog(() => import('./CostDialog.tsx'));

/** What a location costs. @param props.edit null for those who cannot change it */
export function LocationCost(props: {
  item: Pick<BoardLocation, 'id' | 'cost' | 'location'> & Partial<Pick<BoardLocation, 'unpublished'>>;
  edit: { readonly api: Api; readonly boardId: string } | null;
}) {
  const { item, edit } = props;
  const { cost, location, unpublished = null } = item;
  const [isOpen, setIsOpen] = useState(false);
  const title = getTitle({ location, unpublished });
  return (
    <>
      {cost && <p className="small">Cost: {formatCost(cost)}</p>}
      {edit && (
        <>
          <button
            type="button"
            className="note__edit no-print"
            aria-label={getCostTitle(cost !== null, title)}
            onClick={() => setIsOpen(true)}
          >
            <Pencil small />
            {cost ? 'Edit cost' : 'Add a cost'}
          </button>
          <LazyMount isWanted={isOpen}>
            <CostDialog {...edit} {...{ item, title }} open={isOpen} onClose={() => setIsOpen(false)} />
          </LazyMount>
        </>
      )}
    </>
  );
}
