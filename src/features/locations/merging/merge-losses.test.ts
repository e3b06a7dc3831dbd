import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addEnquiry } from '../../../../tests/support/enquiries.ts';
import { addImage } from '../../../../tests/support/locations.ts';
import { mergeFixtures } from '../../../../tests/support/merging.ts';

const { db, admin, merge, addPlace, listImages, addBoard, listBoard } = await mergeFixtures();

test('loses no board, enquiry, picture, document, task, contact or notification, whatever both have', async () => {
  const has = fc.record({
    boards: fc.array(fc.subarray(['kept', 'merged', 'other'] as const), { maxLength: 3 }),
    images: fc.array(fc.constantFrom('kept', 'merged', 'both'), { maxLength: 3 }),
    rows: fc.array(fc.constantFrom('kept', 'merged'), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(has, async ({ boards, images, rows }) => {
      const ids = { kept: await addPlace(), merged: await addPlace(), other: await addPlace() };
      const made: string[] = [];
      for (const places of boards)
        made.push(
          await addBoard(
            'Board',
            places.map((name) => [ids[name], name] as const),
          ),
        );
      for (const [index, side] of images.entries()) {
        const id = await addImage(db, ids[side === 'both' ? 'kept' : side], { position: index + 1 });
        if (side !== 'both') continue;
        const { sha256 } = await db
          .selectFrom('images')
          .select('sha256')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await db
          .insertInto('images')
          .values({ location_id: ids.merged, sha256, position: index + 1 })
          .execute();
      }
      const shared = [ids.kept, ids.merged];
      const listPictures = () =>
        db
          .selectFrom('images')
          .select('sha256')
          .distinct()
          .where('location_id', 'in', shared)
          .orderBy('sha256')
          .execute();
      const pictures = await listPictures();
      for (const [index, side] of rows.entries()) {
        const location_id = ids[side];
        await addEnquiry(db, { location_id, location_title: side });
        const document = { location_id, uploaded_by: admin.id, name: `${index}.docx`, bytes: 1 };
        await db
          .insertInto('documents')
          .values({ id: crypto.randomUUID(), ...document })
          .execute();
        await db
          .insertInto('owner_tasks')
          .values({ location_id, step: 'images', text: 'More', created_at: new Date() })
          .execute();
        await db
          .insertInto('contacts')
          .values({ location_id, firstname: `${index}`, lastname: side, email: 'a@b.example' })
          .execute();
        await db.insertInto('notifications').values({ location_id, type: 'LOCATION_REQUESTING_APPROVAL' }).execute();
      }
      await merge(ids.kept, ids.merged);

      for (const [index, places] of boards.entries()) {
        const expected = new Set(places.map((name) => ids[name === 'merged' ? 'kept' : name]));
        const board = await listBoard(made[index]!);
        expect(new Set(board.map(({ location_id }) => location_id))).toEqual(expected);
        const notes = board.flatMap(({ note }) => note?.split('\n') ?? []);
        expect(notes.toSorted()).toEqual(places.toSorted());
      }
      expect(await listPictures()).toEqual(pictures);
      expect((await listImages(ids.kept)).length).toBe(pictures.length);
      expect((await listImages(ids.kept)).filter(({ is_primary }) => is_primary)).toHaveLength(1);
      for (const table of [
        'enquiries',
        'enquiry_locations',
        'documents',
        'owner_tasks',
        'contacts',
        'notifications',
      ] as const) {
        const found = await db.selectFrom(table).select('location_id').where('location_id', 'in', shared).execute();
        expect([table, ...found.map(({ location_id }) => location_id)]).toEqual([table, ...rows.map(() => ids.kept)]);
      }
    }),
    { numRuns: 8 },
  );
});
