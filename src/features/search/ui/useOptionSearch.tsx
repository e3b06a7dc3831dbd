import { type ReactNode, useState } from 'react';
import { type FacetField, getFactLabel } from '../../locations/catalogue/schema.ts';
import { toKey } from '../text/analysis.ts';
import type { Filters } from './filters.ts';
import '../../../ui/form.css';

type Options = Filters[number]['options'];

/** A list of more options has a field to search them. */
const LONG_LIST = 10;
const MAX_TYPED_LENGTH = 100;
/** Fields whose options are places: people look for them by name, and for others by how many locations they have. */
const PLACE_FIELDS: ReadonlySet<FacetField> = new Set(['localauthority', 'filmoffice']);

/**
 * The options of a filter that match what is typed in the field of a long list, and this field. Those that were selected when the list
 * opened come first, so that none moves while it is clicked.
 */
export function useOptionSearch(
  field: FacetField,
  options: Options,
  selected: readonly string[],
): { readonly found: Options; readonly search: ReactNode } {
  const [typed, setTyped] = useState('');
  const [selectedAtFirst] = useState(selected);
  const isFirst = ({ name }: Options[number]) => selectedAtFirst.includes(name);
  const sorted = PLACE_FIELDS.has(field) ? options.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) : options;
  const arranged = [...sorted.filter(isFirst), ...sorted.filter((option) => !isFirst(option))];
  const search = options.length > LONG_LIST && (
    <input
      className="input option-search"
      type="search"
      aria-label={`Search ${getFactLabel(field)}`}
      placeholder="Search"
      autoComplete="off"
      maxLength={MAX_TYPED_LENGTH}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return { found: arranged.filter(({ name }) => toKey(name).includes(toKey(typed))), search };
}
