import { type DragEvent, type SyntheticEvent, useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import '../../../ui/checkbox.css';
import { importCommandMutation } from '../browser/client.ts';
import { checkImport } from '../browser/contract.ts';
import {
  type ColumnMapping,
  type ImportDetails,
  MAPPABLE_COLUMNS,
  formatColumnName,
  getColumnLabel,
  importColumn,
} from '../browser/schema.ts';
import type { ImportColumn } from '../columns.ts';

const LEFT_OUT = 'Leave out';

/** Which column of the file is which field: chosen by dragging a field to a column, or in its select. */
export function MappingForm({ api, details }: { api: Api; details: ImportDetails }) {
  const { id, version, headings, samples } = details;
  const [mapping, setMapping] = useState<ColumnMapping>(details.mapping);
  const [createOptions, setCreateOptions] = useState(details.create_options);
  const check = useMutation(importCommandMutation(api, checkImport));
  // A field belongs to one column: choosing it elsewhere moves it.
  const map = (column: number, field: ImportColumn | null) =>
    setMapping((before) => before.map((other, index) => (index === column ? field : other === field ? null : other)));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!check.isPending) check.mutate({ id, expectedVersion: version, mapping, createOptions });
  };
  const used = mapping.filter((field) => field !== null);
  return (
    <form className="import-mapping" method="post" noValidate onSubmit={submit}>
      {check.isError && <ErrorAlert message={getErrorMessage(check.error)} />}
      <p className="import-mapping__intro">
        {`${formatNumber(used.length)} of ${formatCount(headings.length, 'column')} will be imported; columns without a field are left out. Choose a field in the list of a column`}
        <span className="import-mapping__drag">, or drag it there</span>.
        {used.length === 0 && ' If these are not the headings of your table, delete the file.'}
      </p>
      <div className="import-mapping__parts">
        <ul className="import-columns">
          {headings.map((heading, index) => (
            <ColumnItem
              // oxlint-disable-next-line react/no-array-index-key -- headings can be the same, and their order is fixed
              key={index}
              name={formatColumnName(heading, index)}
              samples={samples[index] ?? []}
              field={mapping[index] ?? null}
              used={used}
              onMap={(field) => map(index, field)}
            />
          ))}
        </ul>
        <UnusedFields
          used={used}
          onDropBack={(field) => setMapping((all) => all.map((one) => (one === field ? null : one)))}
        />
      </div>
      <label className="checkbox-row">
        <input type="checkbox" checked={createOptions} onChange={({ target }) => setCreateOptions(target.checked)} />
        <span>
          Add options that are not in their list yet, such as a new category. Otherwise rows with them are refused.
        </span>
      </label>
      <button type="submit" className="button button--primary" aria-disabled={check.isPending}>
        {check.isPending ? 'Starting…' : 'Check the file'}
      </button>
    </form>
  );
}

const DRAG_TYPE = 'application/x-recce-field';

function startDrag(event: DragEvent, field: ImportColumn): void {
  event.dataTransfer.setData(DRAG_TYPE, field);
  event.dataTransfer.effectAllowed = 'move';
}

/** The handlers of an element that fields can be dropped on. */
function useDropTarget(onDrop: (field: ImportColumn) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const field = importColumn.safeParse(event.dataTransfer.getData(DRAG_TYPE));
        if (field.success) onDrop(field.data);
      },
    },
  };
}

function ColumnItem(props: {
  name: string;
  samples: readonly string[];
  field: ImportColumn | null;
  used: readonly ImportColumn[];
  onMap: (field: ImportColumn | null) => void;
}) {
  const { name, samples, field, used, onMap } = props;
  const id = useId();
  const { isOver, handlers } = useDropTarget(onMap);
  return (
    <li
      className="import-column"
      data-over={isOver || undefined}
      data-mapped={field !== null || undefined}
      {...handlers}
    >
      <div className="import-column__name">
        <label htmlFor={id}>{name}</label>
        <p className="import-column__samples" id={`${id}-samples`}>
          {samples.length > 0 ? samples.join(' · ') : 'No values'}
        </p>
      </div>
      <span className="import-column__arrow" aria-hidden>
        →
      </span>
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-samples`}
        value={field ?? ''}
        onChange={({ target }) => onMap(target.value === '' ? null : importColumn.parse(target.value))}
      >
        <option value="">{LEFT_OUT}</option>
        {MAPPABLE_COLUMNS.map((column) => (
          <option key={column} value={column}>
            {getColumnLabel(column) + (column !== field && used.includes(column) ? ' (used)' : '')}
          </option>
        ))}
      </select>
    </li>
  );
}

/** The fields that no column has, to drag. The selects do the same for keyboards and touch. */
function UnusedFields({
  used,
  onDropBack,
}: {
  used: readonly ImportColumn[];
  onDropBack: (field: ImportColumn) => void;
}) {
  const { isOver, handlers } = useDropTarget(onDropBack);
  return (
    <div className="import-fields" data-over={isOver || undefined} aria-hidden {...handlers}>
      <p className="import-fields__title">Fields without a column</p>
      <ul>
        {MAPPABLE_COLUMNS.filter((column) => !used.includes(column)).map((column) => (
          <li key={column} draggable onDragStart={(event) => startDrag(event, column)}>
            {getColumnLabel(column)}
          </li>
        ))}
      </ul>
    </div>
  );
}
