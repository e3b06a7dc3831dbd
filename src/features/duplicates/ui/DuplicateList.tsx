import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { TablePage } from '../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../ui/table/table-state.ts';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { dismissMutation, pairsQuery, restoreMutation } from '../client.ts';
import type { DuplicatePair } from '../schema.ts';
import { DUPLICATES_LIST, PAIR_TABLE, getPairPath, toPairParams } from './pair-list.tsx';

/** Pairs of locations that may be one, as a page of the back office. */
export function DuplicateList({ api, table }: { api: Api; table: TableControl }) {
  const { report, alert } = useErrorDialog();
  const found = useQuery({ ...pairsQuery(api, toPairParams(table.state)), placeholderData: keepPreviousData });
  const pairs = found.data?.data ?? [];
  const focusById = useFocusById();
  /** A decision removes the row, and with it the focused button: that of the next row gets the focus. */
  const focusNext = (pair: DuplicatePair) => {
    const index = pairs.indexOf(pair);
    const next = pairs[index + 1] ?? pairs[index - 1];
    focusById(next ? getButtonId(next) : 'content');
  };
  return (
    <>
      <TablePage
        table={table}
        found={found}
        title="Duplicates"
        noun={['pair', 'pairs']}
        columns={PAIR_TABLE}
        filters={DUPLICATES_LIST.filters}
        rowKey={({ a, b }) => `${a.id} ${b.id}`}
        rowHref={getPairPath}
        rowName={getPairName}
        rowActions={(pair) => (
          <DecisionButton api={api} pair={pair} className="link" onError={report} onDecided={() => focusNext(pair)} />
        )}
        hint="Locations that may be one place, by title, distance, postcode and pictures. New entries appear within a minute."
        whenEmpty={<p>No two locations look like one. Likely duplicates appear here, the most likely first.</p>}
      />
      {alert}
    </>
  );
}

function getButtonId({ a, b }: DuplicatePair): string {
  return `decide-${a.id}-${b.id}`;
}

function getPairName({ a, b }: DuplicatePair): string {
  return `${getDisplayTitle(a.title)} and ${getDisplayTitle(b.title)}`;
}

/** Records that two likely duplicates are different locations, or undoes that. */
export function DecisionButton(props: {
  api: Api;
  pair: DuplicatePair;
  className: string;
  onError: (error: unknown) => void;
  onDecided?: () => void;
}) {
  const { api, pair, className, onError, onDecided } = props;
  const toast = useToast();
  const isDismissed = pair.dismissed_at !== null;
  const dismissing = useMutation(dismissMutation(api));
  const restoring = useMutation(restoreMutation(api));
  const ids = { a: pair.a.id, b: pair.b.id };
  const isBusy = dismissing.isPending || restoring.isPending;
  const decide = async () => {
    try {
      await (isDismissed ? restoring : dismissing).mutateAsync(ids);
      if (!isDismissed)
        toast({
          text: 'Marked as different locations',
          action: { label: 'Undo', run: () => void restoring.mutateAsync(ids).catch(onError) },
        });
      onDecided?.();
    } catch (error) {
      onError(error);
    }
  };
  return (
    <button
      id={getButtonId(pair)}
      type="button"
      className={className}
      aria-disabled={isBusy}
      onClick={() => !isBusy && void decide()}
    >
      {isDismissed ? 'May be a duplicate' : 'Not a duplicate'}
      <span className="visually-hidden">{`: ${getPairName(pair)}`}</span>
    </button>
  );
}
