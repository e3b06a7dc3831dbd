import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { connectAsOwner } from '../../platform/db/pool.ts';
import { argon2id } from '../../features/accounts/passwords/hashing.server.ts';
import { listFilmedHere } from '../../features/impact/filmed-here/queries.server.ts';
import { findPublishedByUrl } from '../../features/locations/catalogue/published/queries.server.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import { loadDemo } from './demo-catalogue.ts';
import { describeDemoAccounts, lockDemoAccounts } from './demo-accounts.ts';

const { kysely: db, url } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'recce-test-demo-'));
afterAll(() => rm(folder, { recursive: true }));

const storage = await createDiskStorage(folder);
const enqueued: object[] = [];
const jobs: JobSender = { enqueue: async (_trx, _queue, data) => void enqueued.push(data), stop: async () => {} };
const publishEvent = async () => {};

const count = async (
  table: 'locations' | 'published_locations' | 'options' | 'images' | 'audit_logs' | 'users' | 'boards',
) => {
  const { n } = await db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};
/** How many locations the planner believes in; 0 after an analysis of the table without rows. */
const readEstimate = async () => {
  const { rows } = await sql<{ estimate: number }>`
    select reltuples::integer as estimate from pg_class where oid = 'locations'::regclass`.execute(db);
  return rows[0]!.estimate;
};
const countAll = async () => ({
  locations: await count('locations'),
  published: await count('published_locations'),
  options: await count('options'),
  images: await count('images'),
  audit: await count('audit_logs'),
  users: await count('users'),
  boards: await count('boards'),
});

describe('the demo catalogue', () => {
  it('rolls everything back when loading fails at the end', async () => {
    let events = 0;
    const failing = loadDemo({
      db,
      storage,
      jobs,
      publishEvent: async () => {
        events += 1;
        if (events === 3) throw new Error('killed');
      },
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await countAll()).toEqual({
      locations: 0,
      published: 0,
      options: 0,
      images: 0,
      audit: 0,
      users: 0,
      boards: 0,
    });
  });

  describe('loaded by two nodes that start together', () => {
    beforeAll(async () => {
      enqueued.length = 0;
      // As autovacuum does after a load that failed: without new statistics, the next one takes 13 times as long.
      const owner = connectAsOwner(url, console);
      await sql`analyze`.execute(owner.kysely);
      await owner.pool.end();
      await Promise.all([loadDemo({ db, storage, jobs, publishEvent }), loadDemo({ db, storage, jobs, publishEvent })]);
    });

    it('is loaded once, and published except for six locations of its owner', async () => {
      const { locations, published } = await countAll();
      expect(locations).toBeGreaterThan(3_000);
      expect(published).toBe(locations - 6);
      const titles = await db
        .selectFrom('locations')
        .select('title')
        .where('title', '=', 'Eilean Donan Castle')
        .execute();
      expect(titles).toHaveLength(1);
    });

    it('updates the statistics of the planner', async () => {
      expect(await readEstimate()).toBeGreaterThan(0);
    });

    it('shows photographs with credits on samples and on the real places they depict only', async () => {
      const pictured = await db
        .selectFrom('published_locations')
        .innerJoin('locations', 'locations.id', 'published_locations.id')
        .select(['locations.title', 'locations.sample'])
        .where('pictured', '=', true)
        .execute();
      const real = pictured.filter(({ sample }) => !sample).map(({ title }) => title);
      expect(real.toSorted()).toEqual([
        'Eilean Donan Castle',
        'Glenfinnan Viaduct',
        'Kilchurn Castle',
        'Loch Coruisk',
        'Neist Point',
        'River Clyde at the Broomielaw',
        'The Quiraing',
      ]);
      expect(pictured.length).toBeGreaterThanOrEqual(63);
      expect(await findPublishedByUrl(db, 'eilean-donan-castle')).toMatchObject({
        sample: false,
        condition: 'Restored',
        primaryimage: { credit: expect.any(String), licence: expect.any(String), placeholder: expect.any(String) },
      });
    });

    it('has boards of every kind, and sends no emails', async () => {
      const boards = await db.selectFrom('boards').selectAll().execute();
      expect(boards.filter((board) => board.private)).toHaveLength(1);
      expect(boards.filter((board) => board.archived_at)).toHaveLength(1);
      expect(boards.filter((board) => board.link)).toHaveLength(1);
      const shares = await db.selectFrom('board_shares').select('email').execute();
      expect(shares.map(({ email }) => email)).toContain('scout@recce.example');
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    });

    it('has a location of its owner in each state, and notifies the Locations Team of those that await approval', async () => {
      const owned = await db
        .selectFrom('locations')
        .innerJoin('users', 'users.id', 'locations.owner_id')
        .leftJoin('location_drafts', 'location_drafts.location_id', 'locations.id')
        .select(['locations.title', 'locations.status', 'locations.location_status', 'location_drafts.fields as typed'])
        .where('users.email', '=', 'owner@recce.example')
        .orderBy('locations.title')
        .execute();
      expect(owned.map(({ typed, ...location }) => [...Object.values(location), typed !== null])).toEqual([
        ['Bleachfield Mill', 'CHANGED', 'DRAFT', false],
        ['Cairnbrae Lodge', 'NEW', 'AWAITING_APPROVAL', false],
        ['Ladeside Dye House', 'NEW', 'AWAITING_APPROVAL', false],
        ['Netherlea Byre', 'NEW', 'AWAITING_APPROVAL', false],
        ['Sandport Lido', 'NEW', 'AWAITING_APPROVAL', false],
        ['The Dutch Mill', 'LIVE', 'PUBLISHED', false],
        ['The Rope Loft', 'NEW', 'AWAITING_APPROVAL', false],
        ['Wester Cotmuir', 'NEW', 'DRAFT', true],
      ]);
      const notifications = await db
        .selectFrom('notifications')
        .select('type')
        .where('location_id', 'is not', null)
        .execute();
      expect(notifications.map(({ type }) => type)).toEqual(Array(5).fill('LOCATION_REQUESTING_APPROVAL'));
    });

    it('enqueues the renditions of each picture once', async () => {
      const pictures = await db.selectFrom('pictures').select('sha256').execute();
      expect(enqueued).toHaveLength(pictures.length);
    });

    it('has productions in four stages, of which the public reads one at the locations that it used', async () => {
      const productions = await db.selectFrom('productions').select(['id', 'stage']).orderBy('title').execute();
      expect(productions.map(({ stage }) => stage)).toEqual(['LOST', 'DEVELOPMENT', 'PREPARATION', 'COMPLETED']);
      const { id } = (await findPublishedByUrl(db, 'bleachfield-mill'))!;
      expect(await listFilmedHere(db, { id }, { at: new Date() })).toMatchObject([{ title: 'The Lade' }]);
    });

    it('has an account for each of the three roles, listed at startup', async () => {
      const people = await db.selectFrom('users').selectAll().orderBy('email').execute();
      expect(people.map(({ email, role }) => [email, role])).toEqual([
        ['admin@recce.example', 'ADMIN'],
        ['owner@recce.example', 'OWNER'],
        ['scout@recce.example', 'SCOUT'],
      ]);
      for (const { password_hash, email_verified_at } of people) {
        expect(await argon2id.matches('recce-demo-2026', password_hash)).toBe(true);
        expect(email_verified_at).toEqual(expect.any(Date));
      }
      const list = await describeDemoAccounts(db);
      for (const text of ['admin@recce.example', 'scout@recce.example', 'owner@recce.example', 'recce-demo-2026'])
        expect(list).toContain(text);
    });

    it('enables the accounts again after the demo was switched off', async () => {
      const matches = async () => {
        const people = await db.selectFrom('users').select('password_hash').execute();
        return Promise.all(people.map(({ password_hash }) => argon2id.matches('recce-demo-2026', password_hash)));
      };
      await lockDemoAccounts(db);
      expect(await matches()).toEqual([false, false, false]);
      await loadDemo({ db, storage, jobs, publishEvent });
      expect(await matches()).toEqual([true, true, true]);
    });

    it('is not loaded into a database with accounts', async () => {
      const { kysely: inUse } = await testDatabase();
      await addPerson(inUse, 'ADMIN');
      await loadDemo({ db: inUse, storage, jobs, publishEvent });
      expect(await inUse.selectFrom('users').select('id').execute()).toHaveLength(1);
    });

    it('is not loaded twice', async () => {
      const before = await countAll();
      await loadDemo({ db, storage, jobs, publishEvent });
      expect(await countAll()).toEqual(before);
    });
  });
});
