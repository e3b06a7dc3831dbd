import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import type { Kind } from '../kinds.ts';
import { decideMutation, duplicatesQuery } from '../merging/client.ts';
import { type LikelyDuplicate, REASONS } from '../merging/schema.ts';

const MergeDialog = lazyDialog(() => import('./MergeDialog.tsx'));

/** Other entries that may be the same company or person: each can be merged with it, or marked as a different one. */
export function DuplicateSection(props: {
  api: Api;
  kind: Kind;
  entry: { readonly id: string; readonly name: string };
  getPath: (entry: { readonly id: string }) => string;
}) {
  const { api, kind, entry, getPath } = props;
  const { data: duplicates = [] } = useQuery(duplicatesQuery(api, kind, entry.id));
  const [other, setOther] = useState<LikelyDuplicate>();
  const [isOpen, setOpen] = useState(false);
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const decide = useMutation(decideMutation(api, kind));
  if (duplicates.length === 0 && !isOpen) return null;
  return (
    <section aria-labelledby="likely-duplicates">
      <h2 id="likely-duplicates">Possible duplicates</h2>
      <ul className="company-aside__list">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <span>
              <a className="link" href={getPath(duplicate)}>
                {duplicate.name}
              </a>
              <small>
                {[
                  duplicate.company,
                  ...duplicate.reasons.map((reason) => REASONS[reason]),
                  duplicate.is_different && 'Not a duplicate',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </span>
            <button
              type="button"
              className="button button--compact"
              onClick={() => {
                setOther(duplicate);
                setOpen(true);
              }}
            >
              Merge<span className="visually-hidden">{` with ${duplicate.name}`}</span>
            </button>
            <button
              type="button"
              id={`decide-${duplicate.id}`}
              className="button button--compact"
              aria-disabled={decide.isPending}
              onClick={() => {
                if (decide.isPending) return;
                const decision = { id: entry.id, otherId: duplicate.id, isDifferent: !duplicate.is_different };
                // The order of the list changes.
                decide.mutate(decision, {
                  onSuccess: () => focusById(`decide-${duplicate.id}`),
                  onError: errorDialog.report,
                });
              }}
            >
              {duplicate.is_different ? 'Could be a duplicate' : 'Not a duplicate'}
              <span className="visually-hidden">{` ${duplicate.name}`}</span>
            </button>
          </li>
        ))}
      </ul>
      <LazyMount isWanted={isOpen}>
        {other && (
          <MergeDialog
            api={api}
            kind={kind}
            ids={[entry.id, other.id]}
            getPath={getPath}
            open={isOpen}
            onClose={() => setOpen(false)}
            // The button in the list has gone.
            onMerged={() => focusById('content')}
          />
        )}
      </LazyMount>
      {errorDialog.alert}
    </section>
  );
}
