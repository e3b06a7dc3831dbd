import { useSuspenseQuery } from '@tanstack/react-query';
import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { lastBackupQuery } from '../../client.ts';

/** Says when the last backup was made. */
export function LastBackup({ api }: { api: Api }) {
  const { last } = useSuspenseQuery(lastBackupQuery(api)).data;
  return (
    <section className="settings__part" aria-labelledby="backup">
      <div className="settings__head">
        <h2 id="backup">Backup</h2>
        {last ? (
          <time className="muted num" dateTime={last.taken_at}>
            Last backup {formatRelativeDateTime(last.taken_at)}
          </time>
        ) : (
          <span className="muted">No backup has been made</span>
        )}
      </div>
      {last !== null && last.problems > 0 && (
        <p>
          {formatCount(last.problems, 'file')} could not be backed up: missing or damaged in the storage of the site.
          Ask the operator of the site which.
        </p>
      )}
      <p className="muted">
        The operator of the site makes backups with <code>recce backup</code>. After a restore, none is shown until the
        next one.
      </p>
    </section>
  );
}
