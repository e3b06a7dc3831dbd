import { type Paged, TABLE_PAGE_SIZE } from '../../../../platform/http/paging.ts';
import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import type { Column } from '../../../../ui/table/columns.tsx';
import type { Filter, ListDefinition, TableState } from '../../../../ui/table/table-state.ts';
import { type ListedPage, formatPageKind, formatPublishingState, getChangedAt } from '../../editing/schema.ts';
import { PublishingState } from './PublishingState.tsx';

const SYSTEM_PAGE = { system: true };
const CUSTOM_PAGE = { system: false };
const toFilter = (field: string, label: string, options: readonly string[]): Filter => ({
  field,
  label,
  kind: 'options',
  options: options.map((option) => ({ value: option, label: option })),
});

/** The list of pages. All are loaded: there are few. */
export const CONTENT_LIST: ListDefinition = {
  name: 'content',
  path: '/admin/content',
  columns: ['title', 'changed'],
  sort: { by: 'title', order: 'asc' },
  filters: [
    toFilter('kind', 'Kind', [SYSTEM_PAGE, CUSTOM_PAGE].map(formatPageKind)),
    toFilter(
      'state',
      'State',
      [
        { publishedAt: 'published', draftAt: null },
        { publishedAt: 'published', draftAt: 'saved' },
        { publishedAt: null, draftAt: 'saved' },
      ].map(formatState),
    ),
  ],
};

function formatState({ publishedAt, draftAt }: Pick<ListedPage, 'publishedAt' | 'draftAt'>): string {
  return formatPublishingState(publishedAt !== null, draftAt);
}

/** Returns the rows of a page of the list. */
export function selectPages(
  pages: readonly ListedPage[],
  { page, query, sortBy, sortOrder, filters }: TableState,
): Paged<ListedPage> {
  const words = query.toLowerCase().split(/\s+/);
  const matches = (field: string, value: string) => filters[field]?.includes(value) ?? true;
  const matching = pages.filter(
    (one) =>
      words.every((word) => `${one.title} ${one.name}`.toLowerCase().includes(word)) &&
      matches('kind', formatPageKind(one)) &&
      matches('state', formatState(one)),
  );
  const getKey = (one: ListedPage) => (sortBy === 'changed' ? (getChangedAt(one) ?? '') : one.title);
  const sorted = matching.toSorted(
    (one, other) => getKey(one).localeCompare(getKey(other), 'en') || one.name.localeCompare(other.name, 'en'),
  );
  const ordered = sortOrder === 'asc' ? sorted : sorted.toReversed();
  return {
    data: ordered.slice((page - 1) * TABLE_PAGE_SIZE, page * TABLE_PAGE_SIZE),
    total: ordered.length,
    current_page: page,
    per_page: TABLE_PAGE_SIZE,
  };
}

export const CONTENT_COLUMNS: readonly Column<ListedPage>[] = [
  {
    name: 'title',
    label: 'Page',
    sort: 'asc',
    grow: true,
    isAlwaysShown: true,
    cell: ({ title, name }) => (
      <>
        {title}
        <small>{name}</small>
      </>
    ),
  },
  { name: 'kind', label: 'Kind', cell: formatPageKind },
  {
    name: 'state',
    label: 'State',
    cell: ({ publishedAt, draftAt }) => <PublishingState published={publishedAt !== null} draftAt={draftAt} />,
  },
  {
    name: 'changed',
    label: 'Last change',
    sort: 'desc',
    cell: (page) => {
      const moment = getChangedAt(page);
      return moment && sentenceCase(formatRelativeDateTime(moment));
    },
  },
];

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
