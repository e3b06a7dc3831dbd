import { type ReactNode, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Api } from '../../../../platform/http/contract.ts';
import { FieldError } from '../../../../ui/Field.tsx';
import { X } from '../../../../ui/icons.tsx';
import { getCurrencySign, getRegionName } from '../../../geography/region-rules.ts';
import { areasQuery } from '../../cases/client.ts';

interface Values {
  areas: string[];
}

interface Props<Typed extends Values, Checked> {
  readonly api: Api;
  readonly form: UseFormReturn<Typed, unknown, Checked>;
  readonly renderInput: (name: 'filming_days' | 'spend', type: string, label?: string) => ReactNode;
  readonly renderSelect: (
    name: 'filmed',
    none: string,
    options: readonly (readonly [string, string])[],
    required: boolean,
  ) => ReactNode;
}

/** The outcome of an enquiry, entered when it is closed: for the figures of economic impact. */
export function OutcomeFields<Typed extends Values, Checked>(props: Props<Typed, Checked>) {
  const { api, form, renderInput, renderSelect } = props;
  return (
    <fieldset className="enquiry-outcome">
      <legend>Outcome</legend>
      <p className="muted small">
        The outcome counts towards the economic impact in the overview. Check the production and the days of filming
        above too.
      </p>
      <div className="two">
        {renderSelect(
          'filmed',
          'Choose',
          [
            ['YES', 'Yes, it was filmed'],
            ['NO', 'No'],
          ],
          true,
        )}
        {renderInput('filming_days', 'number')}
      </div>
      {renderInput('spend', 'text', `Spend in ${getCurrencySign()}`)}
      <AreaChoice api={api} form={form as unknown as UseFormReturn<Values>} />
    </fieldset>
  );
}

/** The areas where it was filmed: those of the locations to begin with. */
function AreaChoice({ api, form }: { api: Api; form: UseFormReturn<Values> }) {
  const id = useId();
  const all = useQuery(areasQuery(api)).data ?? [];
  const areas = useWatch({ control: form.control as Control<Values>, name: 'areas' });
  const error = form.formState.errors.areas?.message;
  const setAreas = (names: string[]) => form.setValue('areas', names.toSorted(), { shouldDirty: true });
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>Areas</label>
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        Where it was filmed, by {getRegionName('localAuthority')}.
      </p>
      {areas.length > 0 && (
        <ul className="attached-files">
          {areas.map((area) => (
            <li key={area}>
              <button
                type="button"
                className="button button--compact"
                onClick={() => {
                  setAreas(areas.filter((other) => other !== area));
                  document.getElementById(id)?.focus();
                }}
              >
                <X small /> <span className="visually-hidden">Remove </span>
                {area}
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        id={id}
        className="input"
        value=""
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={({ currentTarget }) => currentTarget.value !== '' && setAreas([...areas, currentTarget.value])}
      >
        <option value="">Add an area</option>
        {all
          .filter((area) => !areas.includes(area))
          .map((area) => (
            <option key={area}>{area}</option>
          ))}
      </select>
      {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
    </div>
  );
}
