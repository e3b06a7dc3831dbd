import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryFor } from './sending.ts';

const host = fastify({ forceCloseConnections: true });
let port = 0;

beforeAll(async () => {
  host.get<{ Params: { letter: string; bytes: string } }>('/:letter/:bytes', async (request, reply) => {
    const bytes = memoryFor(reply, Number(request.params.bytes)).fill(request.params.letter);
    // Others are answered meanwhile.
    await delay(1);
    return reply.send(bytes);
  });
  port = Number(new URL(await host.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => host.close());

function sizeOf(n: number): number {
  return (n * 7919) % 100_000;
}

test('an answer holds nothing of another, whether readers are quick, slow or leave', async () => {
  const quick = Array.from({ length: 400 }, async (_, n) => {
    const letter = String.fromCharCode(97 + (n % 26));
    await delay(n / 4);
    const answer = await fetch(`http://127.0.0.1:${port}/${letter}/${sizeOf(n)}`);
    expect(await answer.text()).toBe(letter.repeat(sizeOf(n)));
  });
  const leaving = Array.from({ length: 40 }, async (_, n) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(ask('/Z/60000').repeat(20));
    await delay(n);
    socket.destroy();
  });
  const slow = Array.from({ length: 10 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(ask('/Y/60000').repeat(99) + ask('/Y/60000', 'close'));
    return socket;
  });
  await Promise.all([...quick, ...leaving]);
  for (const socket of slow) {
    expect((await text(socket)).split(/HTTP[^]+?\r\n\r\n/).slice(1)).toEqual(Array(100).fill('Y'.repeat(60_000)));
  }
});

function ask(path: string, connection = 'keep-alive'): string {
  return `GET ${path} HTTP/1.1\r\nhost: recce.example\r\nconnection: ${connection}\r\n\r\n`;
}
