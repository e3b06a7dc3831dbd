/** How high the rows of a table are. */
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Pixels. */
export const MIN_COLUMN_WIDTH = 48;
export const MAX_COLUMN_WIDTH = 900;

/** How a table is laid out: settings of a person, or of a saved view. Columns that the table does not have are ignored. */
export interface TableLayout {
  /** The names of the hidden columns. */
  readonly hidden: readonly string[];
  /** The names of the columns in their order; empty for that of the table. A column that is missing stays behind its neighbour. */
  readonly order: readonly string[];
  /** The widths of columns in pixels; the others are as wide as their content. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
}

export const INITIAL_LAYOUT: TableLayout = { hidden: [], order: [], widths: {}, density: 'comfortable' };

/** The layout of a table, and the functions that change it. */
export interface LayoutControl {
  readonly layout: TableLayout;
  readonly change: (change: Partial<TableLayout>) => void;
  /** Undoes all changes; undefined if there are none. */
  readonly reset: (() => void) | undefined;
}

interface NamedColumn {
  readonly name: string;
  readonly isAlwaysShown?: true;
}

/** Sorts the columns of a table by the order of a layout. */
export function sortColumns<Column extends NamedColumn>(
  columns: readonly Column[],
  { order }: Pick<TableLayout, 'order'>,
): Column[] {
  const sorted = order.flatMap((name) => columns.filter((column) => column.name === name));
  for (const [index, column] of columns.entries()) {
    if (sorted.includes(column)) continue;
    const previous = columns[index - 1];
    sorted.splice(previous ? sorted.indexOf(previous) + 1 : 0, 0, column);
  }
  return sorted;
}

/** Returns the visible columns of a table in their order. */
export function arrangeColumns<Column extends NamedColumn>(columns: readonly Column[], layout: TableLayout): Column[] {
  return sortColumns(columns, layout).filter(
    ({ name, isAlwaysShown }) => isAlwaysShown || !layout.hidden.includes(name),
  );
}

/** Moves a column before the one that is at an index now. Returns the change of the layout. */
export function moveColumn(
  columns: readonly NamedColumn[],
  layout: TableLayout,
  name: string,
  index: number,
): Pick<TableLayout, 'order'> {
  const names = sortColumns(columns, layout).map((column) => column.name);
  const before = names.slice(0, index).filter((other) => other !== name);
  const after = names.slice(index).filter((other) => other !== name);
  const order = [...before, name, ...after];
  const isInitial = columns.every((column, at) => column.name === order[at]);
  return { order: isInitial ? [] : order };
}

/** Shows a hidden column, or hides it. Returns the change of the layout. */
export function toggleColumn({ hidden }: TableLayout, name: string): Pick<TableLayout, 'hidden'> {
  return { hidden: hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name].toSorted() };
}

/** Sets the width of a column; undefined for that of its content. Returns the change of the layout. */
export function setColumnWidth(
  { widths }: TableLayout,
  name: string,
  width: number | undefined,
): Pick<TableLayout, 'widths'> {
  const { [name]: _, ...others } = widths;
  if (width === undefined) return { widths: others };
  return { widths: { ...others, [name]: clampWidth(width) } };
}

/** Returns the nearest possible width of a column. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH));
}

/** Whether two layouts are the same. */
export function isSameLayout(one: TableLayout, other: TableLayout): boolean {
  return toKey(one) === toKey(other);
}

function toKey({ hidden, order, widths, density }: TableLayout): string {
  const sortedWidths = Object.entries(widths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([hidden.toSorted(), order, sortedWidths, density]);
}

/** Parses a stored layout; invalid settings fall back to the initial layout. */
export function parseLayout(text: string): TableLayout {
  const { hidden, order, widths, density } = (toObject(text) ?? {}) as Partial<Record<keyof TableLayout, unknown>>;
  const isWidth = ([, width]: [string, unknown]) => typeof width === 'number' && clampWidth(width) === width;
  return {
    hidden: toTexts(hidden),
    order: toTexts(order),
    widths: Object.fromEntries(Object.entries(widths ?? {}).filter(isWidth)) as Record<string, number>,
    density: DENSITIES.find((known) => known === density) ?? INITIAL_LAYOUT.density,
  };
}

function toObject(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
