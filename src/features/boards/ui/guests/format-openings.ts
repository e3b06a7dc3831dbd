import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import type { GuestLink } from '../../guests/schema.ts';

/** Formats when a link was opened, or by a guest, such as 'First opened …, last …'. */
export function formatOpenings({
  first_opened_at: first,
  last_opened_at: last,
}: Pick<GuestLink, 'first_opened_at' | 'last_opened_at'>): string {
  if (first === null || last === null) return 'Not opened yet';
  if (first === last) return `Opened ${formatRelativeDateTime(first)}`;
  return `First opened ${formatRelativeDateTime(first)}, last ${formatRelativeDateTime(last)}`;
}
