import { type SyntheticEvent, useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { optionListsQuery } from '../../locations/catalogue/options/client.ts';
import { importCommandMutation } from '../browser/client.ts';
import { checkImport } from '../browser/contract.ts';
import { type ImportDetails, getColumnLabel } from '../browser/schema.ts';
import './unlisted-options.css';

type Unlisted = ImportDetails['unlisted_options'][number];

/** Values of the selects that are no option: option names are never empty, and have no line breaks. */
const NONE = '';
const LEAVE_EMPTY = '\n';

const toKey = ({ field, name }: Pick<Unlisted, 'field' | 'name'>) => `${field}:${name.toLowerCase()}`;

/** Values of the file that are not in the lists of options: each gets an option for all rows, at first the proposed one. */
export function UnlistedOptionsForm({ api, details }: { api: Api; details: ImportDetails }) {
  const { id, version, mapping, create_options, unlisted_options, replacements } = details;
  const { data: lists } = useQuery(optionListsQuery(api));
  const check = useMutation(importCommandMutation(api, checkImport));
  const formId = useId();
  const saved = new Map(replacements.map((item) => [toKey(item), item.option ?? LEAVE_EMPTY]));
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const getChoice = (item: Unlisted) =>
    chosen.get(toKey(item)) ?? saved.get(toKey(item)) ?? (item.proposal ? (item.proposal.option ?? LEAVE_EMPTY) : NONE);
  const listOthers = ({ field, similar }: Unlisted) =>
    (lists ?? []).filter((option) => option.field === field && !similar.includes(option.name)).map(({ name }) => name);
  const hasChanged = unlisted_options.some((item) => getChoice(item) !== (saved.get(toKey(item)) ?? NONE));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (check.isPending || !hasChanged) return;
    const shown = new Set(unlisted_options.map(toKey));
    const replaced = unlisted_options.flatMap((item) => {
      const { field, name } = item;
      const choice = getChoice(item);
      return choice === NONE ? [] : [{ field, name, option: choice === LEAVE_EMPTY ? null : choice }];
    });
    check.mutate({
      id,
      expectedVersion: version,
      mapping,
      createOptions: create_options,
      replacements: [...replacements.filter((item) => !shown.has(toKey(item))), ...replaced],
    });
  };
  const form = (
    <form method="post" noValidate onSubmit={submit}>
      <ul>
        {unlisted_options.map((item, index) => (
          <li key={toKey(item)}>
            <label htmlFor={`${formId}-${index}`}>
              <b>{item.name}</b>{' '}
              <span className="muted">{`${getColumnLabel(item.field)}, ${formatCount(item.rows, 'row')}`}</span>
            </label>
            <select
              id={`${formId}-${index}`}
              className="input"
              value={getChoice(item)}
              onChange={({ target }) => setChosen((before) => new Map(before).set(toKey(item), target.value))}
            >
              <option value={NONE}>{create_options ? 'Add as a new option' : 'Refuse the rows'}</option>
              <option value={LEAVE_EMPTY}>Leave empty</option>
              <OptionGroup label="Similar" names={item.similar} />
              <OptionGroup label="Others" names={listOthers(item)} />
            </select>
          </li>
        ))}
      </ul>
      <button type="submit" className="button button--primary" aria-disabled={check.isPending || !hasChanged}>
        {check.isPending ? 'Starting…' : 'Use for all rows and check again'}
      </button>
    </form>
  );
  return (
    <section className="import-options" aria-labelledby="import-options">
      <h2 id="import-options">Values that are not options</h2>
      {check.isError && <ErrorAlert message={getErrorMessage(check.error)} />}
      {unlisted_options.every((item) => saved.has(toKey(item))) ? (
        <details>
          <summary>{`Change the options of ${formatCount(unlisted_options.length, 'value')}`}</summary>
          {form}
        </details>
      ) : (
        <>
          <p>
            Choose an option for each. It is used for all rows with this value, and for later files with the same
            headings.
          </p>
          {form}
        </>
      )}
    </section>
  );
}

function OptionGroup({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <optgroup label={label}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </optgroup>
  );
}
