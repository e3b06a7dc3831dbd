import { expect, onTestFinished, test, vi } from 'vitest';
import { boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createBoard, updateBoard } from '../contract.ts';
import { BoardEvents } from './board-events.server.ts';
import { HEARTBEAT_MS } from './schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const api = boardsApi(db, scout);

test('has a sign of life, and ends after some minutes, when the session is looked up again', async () => {
  const { id } = await api(createBoard, { title: 'Episode 4' });
  // Only now: connections to the database have timers too.
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const boardEvents = new BoardEvents(db);
  const { content } = await boardEvents.open(scout, id);
  const texts: string[] = [];
  content.on('data', (chunk: Buffer) => texts.push(chunk.toString()));
  await expect.poll(() => texts.join('')).toBe('id: 0\ndata: {"version":0}\n\n');
  vi.advanceTimersByTime(HEARTBEAT_MS);
  await expect.poll(() => texts.at(-1)).toBe(':\n\n');
  vi.advanceTimersByTime(11 * 60_000);
  await expect.poll(() => content.destroyed).toBe(true);
  boardEvents.stop();
});

test('sends what it was not notified of once it listens again, and nothing twice', async () => {
  const { id } = await api(createBoard, { title: 'Episode 4' });
  const boardEvents = new BoardEvents(db);
  const { content } = await boardEvents.open(scout, id);
  const texts: string[] = [];
  content.on('data', (chunk: Buffer) => texts.push(chunk.toString()));
  await expect.poll(() => texts.length).toBe(1);
  await api(updateBoard, { id, title: 'Episode 5' });
  boardEvents.check();
  boardEvents.check();
  await expect.poll(() => texts.slice(1)).toEqual(['id: 1\ndata: {"version":1}\n\n']);
  boardEvents.stop();
  await expect.poll(() => content.destroyed).toBe(true);
  await expect(boardEvents.open(scout, id)).rejects.toMatchObject({ errorType: 'UNAVAILABLE' });
});
