import { type SyntheticEvent, useId, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, getErrorMessage, isConflict } from '../../../platform/http/contract.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { importCommandMutation, importQuery } from '../browser/client.ts';
import { chooseImportSheet } from '../browser/contract.ts';
import type { ImportDetails } from '../browser/schema.ts';

/** The sheet of a workbook that is imported. Another one replaces the columns below. */
export function SheetForm({ api, details: { id, version, sheets } }: { api: Api; details: ImportDetails }) {
  const fieldId = useId();
  const client = useQueryClient();
  const chosen = sheets.find(({ is_chosen }) => is_chosen)?.number;
  const [number, setNumber] = useState(chosen);
  const choose = useMutation(importCommandMutation(api, chooseImportSheet));
  const isSame = number === chosen;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSame || number === undefined || choose.isPending) return;
    choose.mutate(
      { id, expectedVersion: version, sheet: number },
      {
        onError: (error) => {
          if (isConflict(error)) void client.invalidateQueries({ queryKey: importQuery(api, id).queryKey });
        },
      },
    );
  };
  return (
    <form className="import-sheet" method="post" noValidate onSubmit={submit}>
      {choose.isError && <ErrorAlert message={getErrorMessage(choose.error)} />}
      <label className="field__label" htmlFor={fieldId}>
        Sheet
      </label>
      <div className="import-sheet__choice">
        <select
          id={fieldId}
          className="input"
          aria-describedby={`${fieldId}-hint`}
          value={number}
          onChange={({ target }) => setNumber(Number(target.value))}
        >
          {sheets.map((sheet) => (
            <option key={sheet.number} value={sheet.number} disabled={sheet.problem !== null}>
              {`${sheet.name}: ${sheet.problem ?? formatCount(sheet.row_count, 'row')}`}
            </option>
          ))}
        </select>
        <button type="submit" className="button" aria-disabled={isSame || choose.isPending}>
          {choose.isPending ? 'Reading…' : 'Use this sheet'}
        </button>
      </div>
      <p className="field__hint" id={`${fieldId}-hint`}>
        One sheet is imported at a time. To import another one afterwards, upload the file again.
      </p>
    </form>
  );
}
