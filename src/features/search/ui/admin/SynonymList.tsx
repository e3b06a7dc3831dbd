import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { switchTermMutation, synonymsQuery, updateSynonymMutation } from '../../synonyms/client.ts';
import type { SynonymRow } from '../../synonyms/schema.ts';
import { NEW, PINS_PATH, getSynonymPath } from './search-terms-paths.ts';
import { SYNONYM_LIST, SYNONYM_TABLE_COLUMNS, toSynonymParams } from './synonym-list.tsx';

/** The synonyms of the search: those of the team, and the terms that come with the product. */
export function SynonymList({ api, table }: { api: Api; table: TableControl }) {
  const found = useQuery({ ...synonymsQuery(api, toSynonymParams(table.state)), placeholderData: keepPreviousData });
  const failures = useErrorDialog();
  return (
    <>
      <TablePage
        title="Synonyms"
        noun={['synonym', 'synonyms']}
        table={table}
        columns={SYNONYM_TABLE_COLUMNS}
        filters={SYNONYM_LIST.filters}
        search={{ label: 'Search synonyms', placeholder: 'Search words and meanings' }}
        hint="Changes apply to all searches at once. To change a shipped synonym, switch it off and add one."
        found={found}
        rowKey={({ id, terms }) => id ?? `shipped ${terms.join()}`}
        rowHref={({ id }) => (id === null ? undefined : getSynonymPath(id))}
        rowName={getName}
        rowActions={(row) => <SwitchButton api={api} row={row} onError={failures.report} />}
        actions={
          <>
            <a className="button button--compact" href={PINS_PATH}>
              Pinned results
            </a>
            <a className="button button--compact" href={getSynonymPath(NEW)}>
              Add synonym
            </a>
          </>
        }
        whenEmpty={<p>There are no synonyms yet.</p>}
      />
      {failures.alert}
    </>
  );
}

function getName({ kind, terms }: SynonymRow): string {
  return terms.join(kind === 'EQUAL' ? ' = ' : ', ');
}

function SwitchButton({ api, row, onError }: { api: Api; row: SynonymRow; onError: (error: unknown) => void }) {
  const toast = useToast();
  const switchShipped = useMutation(switchTermMutation(api));
  const update = useMutation(updateSynonymMutation(api));
  const isPending = switchShipped.isPending || update.isPending;
  const { id, version, kind, terms, meanings, enabled } = row;
  const switchIt = async () => {
    try {
      const { message } =
        id === null
          ? await switchShipped.mutateAsync({ term: terms[0]!, version, enabled: !enabled })
          : await update.mutateAsync({ id, version, kind, terms, targets: meanings, enabled: !enabled });
      toast({ text: message });
    } catch (error) {
      onError(error);
    }
  };
  return (
    <button type="button" className="link" aria-disabled={isPending} onClick={() => !isPending && void switchIt()}>
      Switch {enabled ? 'off' : 'on'}
      <span className="visually-hidden"> {getName(row)}</span>
    </button>
  );
}
