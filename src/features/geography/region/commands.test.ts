import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { ConfigError } from '../../../platform/settings/config.ts';
import { assertTimeZoneKnown, claimRegion } from './commands.server.ts';

const { kysely: db } = await testDatabase();

test('a database gets the time zone of the region at each start', async () => {
  await claimRegion(db);
  await db.updateTable('site_region').set({ time_zone: 'Europe/Dublin' }).execute();
  await claimRegion(db);
  expect(await db.selectFrom('site_region').select('time_zone').execute()).toEqual([{ time_zone: 'Europe/London' }]);
});

test('a time zone that PostgreSQL does not know stops the start', async () => {
  await expect(assertTimeZoneKnown(db, 'Europe/Atlantis')).rejects.toThrow(
    new ConfigError('REGION: PostgreSQL does not know the time zone Europe/Atlantis of the region: update the server'),
  );
});

test('a database keeps the region of its first start', async () => {
  await claimRegion(db);
  await claimRegion(db);
  await db.updateTable('site_region').set({ name: 'Ireland' }).execute();
  await expect(claimRegion(db)).rejects.toThrow(
    new ConfigError(
      'REGION: the database belongs to Ireland, and the setting selects Scotland: set it to the region of the database',
    ),
  );
});
