import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { trackConnections } from './idle-connections.ts';

test('closes connections without a request, and answers a request that has begun', async () => {
  const server = createServer((_request, response) => response.end('answered'));
  const closeIdle = trackConnections(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const [accepting] = await accepted;
    return { socket, accepting };
  };
  const unused = await open();
  const begun = await open();
  begun.socket.write('GET / HTTP/1.1\r\n');
  while (begun.accepting.bytesRead === 0) await setImmediate();

  const closed = once(server, 'close');
  server.close();
  closeIdle();
  await once(unused.socket, 'close');
  begun.socket.write('Host: localhost\r\nConnection: close\r\n\r\n');
  const [answer] = await once(begun.socket, 'data');
  expect(answer).toContain('answered');
  await closed;
});
