import type { Filter } from '../../../../ui/table/table-state.ts';
import { type Person, formatPerson } from '../../../entry-subjects/schema.ts';

/** Returns the filters of a list with the people in the filter `assignee`. */
export function withAssignees(filters: readonly Filter[], assignees: readonly Person[]): readonly Filter[] {
  const options = [
    { value: 'nobody', label: 'Nobody' },
    ...assignees.map((person) => ({ value: person.id, label: formatPerson(person) })),
  ];
  return filters.map((filter) => (filter.field === 'assignee' ? ({ ...filter, options } as Filter) : filter));
}
