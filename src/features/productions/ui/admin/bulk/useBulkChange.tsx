import { useState } from 'react';
import type { Api } from '../../../../../platform/http/contract.ts';
import { formatCount } from '../../../../../platform/text/numbers.ts';
import { LazyMount, lazyDialog } from '../../../../../ui/LazyMount.tsx';
import { SelectionBar } from '../../../../../ui/table/SelectionBar.tsx';
import { useVersionedSelection } from '../../../../../ui/table/versioned-selection.ts';
import { useToast } from '../../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../../ui/useFocusById.ts';
import { changeLimit } from '../../../messages.ts';
import { type BulkResult, MAX_CHANGED, type ProductionRow, type ProductionVersion } from '../../../schema.ts';
import { PRODUCTION_NOUN } from '../production-list.tsx';
import { BulkReport } from './BulkReport.tsx';

const BulkDialog = lazyDialog(() => import('./BulkDialog.tsx'));

const REPORT_ID = 'bulk-report';

/**
 * Changing several productions of the list: the selection of its rows, the bar with the button, and the report.
 * @param list.name of the list, and what decides which rows match, as text
 */
export function useBulkChange(api: Api, list: { name: string; query: string; rows: readonly ProductionRow[] }) {
  const toast = useToast();
  const focusById = useFocusById();
  const [isOpen, setOpen] = useState(false);
  const [rejected, setRejected] = useState<readonly BulkResult[]>([]);
  const selection = useVersionedSelection({ ...list, toReference });
  const { count, table, references, clear } = selection;
  const finish = (results: readonly BulkResult[]) => {
    const left = results.filter(({ reason }) => reason !== null);
    const saved = results.length - left.length;
    setOpen(false);
    clear();
    setRejected(left);
    if (saved > 0) toast({ text: `${formatCount(saved, ...PRODUCTION_NOUN)} saved` });
    focusById(left.length > 0 ? REPORT_ID : 'content');
  };
  const bar = (
    <SelectionBar selection={selection} total={count} noun={PRODUCTION_NOUN}>
      {count > MAX_CHANGED ? (
        <span className="muted">{changeLimit(MAX_CHANGED)}</span>
      ) : (
        <button type="button" className="button button--compact" onClick={() => setOpen(true)}>
          Change…
        </button>
      )}
      <LazyMount isWanted={isOpen}>
        <BulkDialog
          api={api}
          productions={references}
          open={isOpen}
          onClose={() => setOpen(false)}
          onChanged={finish}
        />
      </LazyMount>
    </SelectionBar>
  );
  const report = rejected.length > 0 && (
    <BulkReport id={REPORT_ID} rejected={rejected} onClose={() => setRejected([])} />
  );
  return { table, bar, report };
}

function toReference({ id, version }: ProductionRow): ProductionVersion {
  return { id, version };
}
