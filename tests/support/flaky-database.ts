import { type Socket, connect, createServer } from 'node:net';
import { afterAll } from 'vitest';

/** A proxy to a database that simulates network and server failures. */
export interface FlakyDatabase {
  readonly url: string;
  /**
   * Closes all connections after this many statements, counted over all connections. Resolves when they are closed; `onCut` is called
   * just before.
   */
  cutAfter(statements: number, onCut?: () => void): Promise<void>;
  /** Drops all traffic without closing a connection, like a firewall. */
  dropTraffic(): void;
  /** Forwards the traffic of new connections again; connections whose traffic was dropped stay silent. */
  resumeTraffic(): void;
  /** Delays new connections by this number of milliseconds, like a busy server. Open connections are not delayed. */
  slowConnecting(ms: number): void;
  /** Delays what the server sends on the connections that are open now by this number of milliseconds. */
  slowResponses(ms: number): void;
  /** Number of connections since the start. */
  connections(): number;
  /**
   * Ends the next connections with the server's first response, as when the server is shut down at that moment. Resolves when that many
   * have ended.
   */
  endAtOnce(connections: number): Promise<void>;
}

/** The message of a server that terminates a connection: FATAL, SQLSTATE 57P01. */
const TERMINATED = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

const [QUERY, EXECUTE] = ['Q'.codePointAt(0), 'E'.codePointAt(0)];
/** The message ReadyForQuery, without its last byte, the transaction status. */
const READY = Buffer.from('Z\0\0\0\x05');

/** Starts such a proxy to the database at `url`. It is stopped when the calling test file ends. */
export async function startFlakyDatabase(url: string): Promise<FlakyDatabase> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const responseMs = new Map<Socket, number>();
  let isSilent = false;
  let connectingMs = 0;
  let connections = 0;
  let endingAtOnce = 0;
  let allEnded = () => {};
  let statementsLeft = Infinity;
  let cut = () => {};
  const server = createServer((from) => {
    connections++;
    if (connectingMs > 0) {
      from.pause();
      setTimeout(() => from.resume(), connectingMs);
    }
    const to = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    const splitMessages = createMessageSplitter((statements) => {
      statementsLeft -= statements;
      if (statementsLeft < 0) cut();
      return statementsLeft >= 0;
    });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      if (isSilent) silent.add(one);
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        if (!silent.has(one)) other.destroy();
      });
    }
    from.on('data', (data) => {
      for (const message of splitMessages(data)) if (!silent.has(from)) to.write(message);
    });
    to.on('data', (data) => {
      if (silent.has(to)) return;
      const ms = responseMs.get(to);
      if (ms !== undefined) return void setTimeout(() => from.write(data), ms);
      const isReady = data.subarray(-6, -1).equals(READY);
      if (endingAtOnce === 0 || !isReady) return void from.write(data);
      from.end(Buffer.concat([data, TERMINATED]));
      if (--endingAtOnce === 0) allEnded();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const proxy = new URL(url);
  proxy.searchParams.delete('host');
  proxy.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: proxy.href,
    dropTraffic: () => {
      isSilent = true;
      for (const socket of sockets) silent.add(socket);
    },
    resumeTraffic: () => {
      isSilent = false;
    },
    slowConnecting: (ms) => {
      connectingMs = ms;
    },
    slowResponses: (ms) => {
      for (const socket of sockets) responseMs.set(socket, ms);
    },
    connections: () => connections,
    endAtOnce: (connections) =>
      new Promise((resolve) => {
        endingAtOnce = connections;
        allEnded = resolve;
      }),
    cutAfter: (statements, onCut) =>
      new Promise((resolve) => {
        statementsLeft = statements;
        cut = () => {
          onCut?.();
          for (const socket of sockets) socket.destroy();
          statementsLeft = Infinity;
          cut = () => {};
          resolve();
        };
      }),
  };
}

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([field, value]) => `${field}${value}\0`)
      .join('')}\0`,
  );
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Returns a function that splits the client's bytes into protocol messages, up to the first that may not pass. */
function createMessageSplitter(mayPass: (statements: number) => boolean): (data: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  // The startup message is the only one without a type byte.
  let typeBytes = 0;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const messages: Buffer[] = [];
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < length) break;
      const isStatement = typeBytes > 0 && (rest[0] === QUERY || rest[0] === EXECUTE);
      if (!mayPass(isStatement ? 1 : 0)) return [];
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      typeBytes = 1;
    }
    return messages;
  };
}
