import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { ConfigError } from '../../../platform/settings/config.ts';
import { claimRegion } from './commands.server.ts';

test('a database keeps the region of its first start', async () => {
  const { kysely: db } = await testDatabase();
  await claimRegion(db);
  await claimRegion(db);
  await db.updateTable('site_region').set({ name: 'Ireland' }).execute();
  await expect(claimRegion(db)).rejects.toThrow(
    new ConfigError(
      'REGION: the database belongs to Ireland, and the setting selects Scotland: set it to the region of the database',
    ),
  );
});
