import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import type { Selected } from '../../../../ui/table/row-selection.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import type { ListRequest } from '../../admin-list/client.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { previewMutation } from '../client.ts';
import { exportSelection } from '../contract.ts';
import type { BulkAction } from '../schema.ts';
import { getBulkChangePath } from './change-list.tsx';
import { toSelection } from './to-selection.ts';

const ChangeDialog = lazyDialog(() => import('./ChangeDialog.tsx'));
const ExportDialog = lazyDialog(() => import('../../catalogue/export-formats/ui/ExportDialog.tsx'));

/**
 * Actions on the selected locations.
 * @param props.canChange whether the user may change them, and not only export them
 */
export function SelectionActions(props: {
  api: Api;
  selected: Selected;
  count: number;
  request: ListRequest;
  canChange: boolean;
}) {
  const { api, selected, count, request, canChange } = props;
  const router = useRouter();
  const { report, alert } = useErrorDialog();
  const [dialog, setDialog] = useState<'change' | 'export'>();
  const preview = useMutation(previewMutation(api));
  const selection = toSelection(selected, request);
  const show = async (action: BulkAction) => {
    const { id } = await preview.mutateAsync({ selection, action });
    await router.navigate({ href: getBulkChangePath(id) });
  };
  const button = (label: string, action: () => void) => (
    <button
      type="button"
      className="button button--compact"
      aria-disabled={preview.isPending}
      onClick={() => !preview.isPending && action()}
    >
      {label}
    </button>
  );
  const showAtOnce = (kind: 'publish' | 'unpublish') => () => void show({ kind }).catch(report);
  const close = () => setDialog(undefined);
  return (
    <>
      {preview.isPending && <output className="muted">Checking the locations…</output>}
      {canChange && button('Change…', () => setDialog('change'))}
      {canChange && button('Publish…', showAtOnce('publish'))}
      {canChange && button('Take offline…', showAtOnce('unpublish'))}
      {button('Export…', () => setDialog('export'))}
      <LazyMount isWanted={dialog === 'change'}>
        <ChangeDialog api={api} count={count} open={dialog === 'change'} onClose={close} onPreview={show} />
      </LazyMount>
      <LazyMount isWanted={dialog === 'export'}>
        <ExportDialog
          title={`Export ${formatCount(count, 'location')}`}
          fetchFile={(format) => api(exportSelection, { selection, sort: request.sort, format })}
          open={dialog === 'export'}
          onClose={close}
        >
          The file has all fields, internal ones and contact details included, and the exact positions. Give it only to
          colleagues who may see these locations here.
        </ExportDialog>
      </LazyMount>
      {alert}
    </>
  );
}
