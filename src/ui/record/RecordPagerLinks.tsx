import type { ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { formatNumber } from '../../platform/text/numbers.ts';
import { ChevronDown, ChevronUp } from '../icons.tsx';
import type { Noun } from '../table/TableFooter.tsx';
import type { RecordPager } from '../table/record-pager.ts';
import { useShortcuts } from '../table/shortcuts.ts';
import './record.css';

/**
 * Links to the previous and the next record of the list that the record was opened from, with the keys `k` and `j`.
 * @param props.pager undefined for a record that was not opened from a list: then there is nothing
 * @param props.noun what the list has
 */
export function RecordPagerLinks(props: {
  pager: RecordPager | undefined;
  noun: Noun;
  getPath: (id: string) => string;
}) {
  const { pager, noun, getPath } = props;
  const [one, many] = noun;
  const router = useRouter();
  const open = (id: string | undefined) => {
    if (id !== undefined) void router.navigate({ href: getPath(id) });
  };
  const labels = { next: `Next ${one}`, previous: `Previous ${one}` };
  useShortcuts([
    { key: 'j', label: labels.next, action: () => open(pager?.next) },
    { key: 'k', label: labels.previous, action: () => open(pager?.previous) },
  ]);
  if (!pager) return null;
  const step = (id: string | undefined, label: string, icon: ReactNode) => (
    // Without a target the link is disabled instead of hidden, so that the other one does not move.
    <a
      className="icon-button"
      role={id === undefined ? 'link' : undefined}
      aria-disabled={id === undefined || undefined}
      href={id === undefined ? undefined : getPath(id)}
      aria-label={label}
    >
      {icon}
    </a>
  );
  return (
    <nav aria-label={`${many.charAt(0).toUpperCase()}${many.slice(1)} of the list`} className="record-steps">
      {step(pager.previous, labels.previous, <ChevronUp />)}
      {step(pager.next, labels.next, <ChevronDown />)}
      <span className="muted num">{`${formatNumber(pager.position)} of ${formatNumber(pager.total)}`}</span>
    </nav>
  );
}
