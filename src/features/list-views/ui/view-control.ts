import type { Api } from '../../../platform/http/contract.ts';
import type { LayoutControl } from '../../../ui/table/table-layout.ts';
import type { ListDefinition } from '../../../ui/table/table-state.ts';
import type { ListView, ListViews, ViewContent } from '../schema.ts';

/** A list with its saved views. */
export interface ViewControl {
  readonly api: Api;
  readonly list: ListDefinition;
  readonly saved: ListViews;
  /** The view that the URL names; undefined for the one without filters. */
  readonly current: ListView | undefined;
  /** The query of the list, as parameters of its URL without the page. */
  readonly search: Readonly<Record<string, string | number | readonly string[]>>;
  readonly layout: LayoutControl;
  readonly navigate: (href: string) => void;
}

/** Returns what a view saves of a list. */
export function toContent({ search, layout }: Pick<ViewControl, 'search' | 'layout'>): ViewContent {
  const texts = Object.entries(search).map(
    ([name, value]) => [name, typeof value === 'object' ? [...value] : String(value)] as const,
  );
  const { hidden, order, widths, density } = layout.layout;
  return {
    search: Object.fromEntries(texts),
    layout: { hidden: [...hidden], order: [...order], widths, density },
  };
}
