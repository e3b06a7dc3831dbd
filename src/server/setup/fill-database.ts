import { seedVocabulary } from '../../features/search/vocabulary/commands.server.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { openJobs } from '../../platform/jobs/job-queue.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { openDatabase } from '../database.ts';
import { publishEvent } from '../event-subscriptions.ts';
import { seedContent } from '../seed/content-seed.ts';
import { addSampleLocations } from '../seed/demo-catalogue.ts';
import { QUEUES } from '../worker/queues.ts';

/**
 * Applies the migrations, adds the pages, the first admin and, if wanted, the sample locations. Existing data stays.
 * @param createAdmin returns the message to print
 */
export async function fillDatabase(
  config: Config,
  log: Log,
  { samples, print }: { samples: boolean; print: (line: string) => void },
  createAdmin: (db: Db) => Promise<string>,
): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const { db, url, close } = await openDatabase(config, log, 'join');
  cleanUp.defer(close);
  const storage = await openStorage(config);
  const jobs = await openJobs({ url, queues: QUEUES, log });
  cleanUp.defer(() => jobs.stop());
  await seedContent({ db, storage, jobs });
  await seedVocabulary(db);
  print('The database is up to date, and has the pages of the site.');
  print(await createAdmin(db));
  if (!samples) return;
  const added = await addSampleLocations({ db, storage, jobs, publishEvent });
  print(added > 0 ? `${formatCount(added, 'sample location')} added.` : 'The sample locations are there already.');
}
