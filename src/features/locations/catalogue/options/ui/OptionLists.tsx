import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { moveBefore } from '../../../../../platform/db/move-before.ts';
import { Bin, Pencil, Plus } from '../../../../../ui/icons.tsx';
import { DragHandle, DragHandleHint } from '../../../../../ui/DragHandle.tsx';
import { LazyMount, lazyDialog } from '../../../../../ui/LazyMount.tsx';
import { useErrorDialog } from '../../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../../ui/useFocusById.ts';
import { RecordBar, RecordTitle } from '../../../../../ui/record/RecordHeader.tsx';
import { ExportButton } from '../../../../../ui/table/ExportButton.tsx';
import { optionListsQuery, orderOptionsMutation } from '../client.ts';
import { exportOptions } from '../contract.ts';
import type { ListedOption } from '../schema.ts';
import { useOptionDrag } from './useOptionDrag.ts';
import { DeleteOptionDialog, NameOptionDialog } from './OptionDialogs.tsx';
import { IMPORT_COMMAND } from '../../../messages.ts';
import { FACET_FIELDS, type FacetField, getFactLabel } from '../../schema.ts';
import './options.css';

const OfficeAreasDialog = lazyDialog(() => import('./OfficeAreasDialog.tsx'));

/** The page with the options of each option field. */
export function OptionLists({ api }: { api: Api }) {
  const { data: options } = useSuspenseQuery(optionListsQuery(api));
  const [field, setField] = useState<FacetField>('category');
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: '/admin/content', label: 'Back to content' }} />
      <RecordTitle title="Options">
        <span>The options of locations in forms, filters and lists</span>
      </RecordTitle>
      <div className="option-lists">
        <nav aria-label="Lists">
          <ul>
            {FACET_FIELDS.map((name) => (
              <li key={name}>
                <button type="button" aria-current={name === field ? 'true' : undefined} onClick={() => setField(name)}>
                  {getFactLabel(name)}
                  <span className="muted num">{options.filter((option) => option.field === name).length}</span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <OptionList key={field} api={api} field={field} options={options.filter((option) => option.field === field)} />
      </div>
    </main>
  );
}

type OpenDialog =
  | { readonly action: 'add' }
  | { readonly action: 'rename' | 'delete' | 'areas'; readonly option: ListedOption };

function OptionList(props: { api: Api; field: FacetField; options: readonly ListedOption[] }) {
  const { api, field, options } = props;
  const ordering = useMutation(orderOptionsMutation(api));
  const { report, alert } = useErrorDialog();
  const focusById = useFocusById();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const label = getFactLabel(field);
  // Optimistic: shows the new order until the response.
  const order = ordering.isPending ? (ordering.variables.ids as readonly number[]) : options.map(({ id }) => id);
  const shown = order.flatMap((id) => options.find((option) => option.id === id) ?? []);
  const move = (id: number, position: number) => {
    const ids = moveBefore(order.map(String), String(id), position).map(Number);
    focusById(`drag-handle-${id}`);
    ordering.mutate({ field, ids }, { onError: report });
  };
  const { list, getHandleProps, getDropMarker } = useOptionDrag(move, shown.length);
  const close = () => setOpenDialog(undefined);
  return (
    <section aria-labelledby="option-list">
      <div className="record__head">
        <h2 id="option-list">{label}</h2>
        <button type="button" className="button button--compact" onClick={() => setOpenDialog({ action: 'add' })}>
          <Plus small />
          Add an option
        </button>
        <ExportButton what={label} fetchFile={() => api(exportOptions, { field })} />
      </div>
      <DragHandleHint />
      <ol ref={list} className="sortable sortable--rows option-list">
        {shown.map((option, index) => (
          <li key={option.id} className={getDropMarker(option.id, index)}>
            <DragHandle
              id={`drag-handle-${option.id}`}
              title={option.name}
              position={index}
              total={shown.length}
              onMove={(position) => move(option.id, position)}
              drag={getHandleProps(option.id)}
            />
            <span className="option-list__name">{option.name}</span>
            {field === 'filmoffice' && (
              <button
                type="button"
                className="button button--compact"
                aria-label={`Areas of ${option.name}`}
                onClick={() => setOpenDialog({ action: 'areas', option })}
              >
                Areas
              </button>
            )}
            <button
              type="button"
              className="icon-button"
              aria-label={`Rename ${option.name}`}
              onClick={() => setOpenDialog({ action: 'rename', option })}
            >
              <Pencil />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete ${option.name}`}
              onClick={() => setOpenDialog({ action: 'delete', option })}
            >
              <Bin />
            </button>
          </li>
        ))}
      </ol>
      {shown.length === 0 && (
        <p className="muted option-list__empty">
          There is nothing in this list yet. Add the options that locations can have, in the order of the forms and
          filters, or let <code>{IMPORT_COMMAND}</code> add those of your catalogue.
        </p>
      )}
      <NameOptionDialog
        api={api}
        field={field}
        option={openDialog?.action === 'rename' ? openDialog.option : undefined}
        open={openDialog?.action === 'add' || openDialog?.action === 'rename'}
        onClose={close}
      />
      <LazyMount isWanted={openDialog?.action === 'areas'}>
        <OfficeAreasDialog
          api={api}
          office={openDialog?.action === 'areas' ? openDialog.option : undefined}
          open={openDialog?.action === 'areas'}
          onClose={close}
        />
      </LazyMount>
      <DeleteOptionDialog
        api={api}
        option={openDialog?.action === 'delete' ? openDialog.option : undefined}
        onClose={close}
      />
      {alert}
    </section>
  );
}
