import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatNumber } from '../../../../platform/text/numbers.ts';
import { openDeletionsQuery } from '../../administration/client.ts';

/** How far the deletion of the data of deleted accounts is; nothing while there is none. */
export function OpenDeletions({ api }: { api: Api }) {
  const { data } = useQuery(openDeletionsQuery(api));
  if (!data || data.length === 0) return null;
  return (
    <section className="open-deletions" aria-label="Deletions in progress">
      <p>
        These accounts are deleted, and nobody sees their boards and published locations any more. Their data is being
        deleted:
      </p>
      <ul>
        {data.map(({ id, first_name, last_name, total, deleted }) => (
          <li key={id}>
            <span>
              {first_name} {last_name}
            </span>
            <progress max={total} value={deleted} aria-label={`Data of ${first_name} ${last_name}`} />
            <span className="muted">
              {formatNumber(deleted)} of {formatNumber(total)} rows
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
