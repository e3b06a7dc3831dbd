import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { removeCached } from '../../../platform/http/remove-cached.ts';
import { formatDate } from '../../../platform/text/dates.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RecordBar, RecordTitle } from '../../../ui/record/RecordHeader.tsx';
import { RecordPagerLinks } from '../../../ui/record/RecordPagerLinks.tsx';
import { type RecordPager, useListUrl } from '../../../ui/table/record-pager.ts';
import type { ListDefinition } from '../../../ui/table/table-state.ts';
import { useToast } from '../../../ui/toasts.tsx';
import type { Kind } from '../kinds.ts';
import { COMPANIES_KEY } from '../query-key.ts';
import { DuplicateSection } from './DuplicateSection.tsx';
import './companies.css';

/** A company or a person on its page. */
interface ShownEntry {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * The page of a company or a person: its form, likely duplicates, and further sections beside it.
 * @param props.facts shown below the name
 * @param props.consequences what happens to other data when it is deleted
 */
export function EntryPage(props: {
  api: Api;
  kind: Kind;
  entry: ShownEntry;
  facts?: ReactNode;
  list: ListDefinition;
  noun: readonly [one: string, many: string];
  pager: RecordPager | undefined;
  getPath: (entry: { readonly id: string }) => string;
  consequences: string;
  onDelete: () => Promise<{ readonly message: string }>;
  /** Called with what is shown beside the form. */
  form: (aside: ReactNode) => ReactNode;
  children: ReactNode;
}) {
  const { api, kind, entry, list, noun, pager, getPath } = props;
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar
        back={{ href: useListUrl(list) }}
        steps={<RecordPagerLinks pager={pager} noun={noun} getPath={(id) => getPath({ id })} />}
      >
        <a className="button button--compact" href={`${getPath(entry)}/history`}>
          History
        </a>
        <DeleteEntry {...props} />
      </RecordBar>
      <RecordTitle title={entry.name}>
        {props.facts}
        <span>Added {formatDate(entry.created_at)}</span>
        <span>Changed {formatDate(entry.updated_at)}</span>
      </RecordTitle>
      {props.form(
        <div className="company-aside">
          <DuplicateSection api={api} kind={kind} entry={entry} getPath={getPath} />
          {props.children}
        </div>,
      )}
    </main>
  );
}

function DeleteEntry(props: {
  entry: ShownEntry;
  list: ListDefinition;
  noun: readonly [one: string, many: string];
  consequences: string;
  onDelete: () => Promise<{ readonly message: string }>;
}) {
  const { entry, list, noun, consequences, onDelete } = props;
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    const { message } = await onDelete();
    await router.navigate({ href: list.path, ignoreBlocker: true });
    removeCached(client, { queryKey: [COMPANIES_KEY] });
    toast({ text: message });
  };
  return (
    <>
      <button type="button" className="button button--compact button--danger" onClick={() => setOpen(true)}>
        Delete {noun[0]}
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${entry.name}?`}
        confirmLabel={`Delete ${noun[0]}`}
        onConfirm={remove}
      >
        <p>{`${consequences} This cannot be undone.`}</p>
      </ConfirmDialog>
    </>
  );
}
