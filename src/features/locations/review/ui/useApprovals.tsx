import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { SelectionBar } from '../../../../ui/table/SelectionBar.tsx';
import type { Noun } from '../../../../ui/table/TableFooter.tsx';
import { useVersionedSelection } from '../../../../ui/table/versioned-selection.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { approvalLimit } from '../../messages.ts';
import { approvalMutation } from '../client.ts';
import { type Approval, type ApprovalResult, MAX_APPROVALS, type QueuedLocation } from '../schema.ts';
import { ApprovalReport } from './ApprovalReport.tsx';

const NOUN: Noun = ['location', 'locations'];
const REPORT_ID = 'approval-report';

/**
 * Approving several locations of the queue: the selection of its rows, the bar with the button, and the report.
 * @param list.name of the list, and what decides which rows match, as text
 */
export function useApprovals(api: Api, list: { name: string; query: string; rows: readonly QueuedLocation[] }) {
  const { name, query, rows } = list;
  const toast = useToast();
  const focusById = useFocusById();
  const approval = useMutation(approvalMutation(api));
  const [isAsking, setAsking] = useState(false);
  const [results, setResults] = useState<readonly ApprovalResult[]>([]);
  const selection = useVersionedSelection({ name, query, rows, toReference });
  const { count, table, references, clear } = selection;
  const approve = async () => {
    const { results: latest } = await approval.mutateAsync({ locations: [...references] });
    clear();
    setResults(latest);
    const published = latest.filter(({ reason }) => reason === null).length;
    if (published > 0) toast({ text: `${formatCount(published, ...NOUN)} published` });
    focusById(hasRemarks(latest) ? REPORT_ID : 'content');
  };
  const bar = (
    <SelectionBar selection={selection} total={count} noun={NOUN}>
      {count > MAX_APPROVALS ? (
        <span className="muted">{approvalLimit(MAX_APPROVALS)}</span>
      ) : (
        <button type="button" className="button button--compact button--primary" onClick={() => setAsking(true)}>
          Approve and publish…
        </button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Approve ${formatCount(count, ...NOUN)}`}
        confirmLabel={approval.isPending ? 'Publishing…' : 'Approve and publish'}
        isDestructive={false}
        onConfirm={approve}
      >
        <p>They will be published, where everyone can find them, and their owners will be notified by email.</p>
        <p className="muted">
          A location that somebody has changed since you selected it, or that is not complete, is left out. You will see
          which and why.
        </p>
      </ConfirmDialog>
    </SelectionBar>
  );
  const report = hasRemarks(results) && (
    <ApprovalReport id={REPORT_ID} results={results} onClose={() => setResults([])} />
  );
  return { table, bar, report };
}

/** Whether there is more to say than that all were published. */
function hasRemarks(results: readonly ApprovalResult[]): boolean {
  return results.some(({ reason, published_without }) => reason !== null || published_without.length > 0);
}

function toReference({ id, version, images_version, submitted_at }: QueuedLocation): Approval {
  return { id, version, images_version, submitted_at };
}
