import { type Socket, connect, createServer } from 'node:net';
import { afterAll } from 'vitest';

/** A way to a database that ends between two statements, falls silent, or ends as it begins. */
export interface FlakyDatabase {
  readonly url: string;
  /**
   * Lets this many statements pass, whoever sends them, and none after. What waits for answers has lost its connection
   * when this resolves; `onCut` is called just before.
   */
  cutAfter(statements: number, onCut?: () => void): Promise<void>;
  /** As a firewall that drops packets: no connection passes anything any more, and none is told. */
  silence(): void;
  /** Lets new connections pass again; those that were silent stay so. */
  endSilence(): void;
  /** New connections pass nothing for so long (milliseconds), as with a busy server; those that are open are not slowed down. */
  slowConnecting(ms: number): void;
  /** How many connections have been made so far. */
  connections(): number;
  /**
   * Has the next connections end together with the server's first answer, as when it is told to stop at that moment. Resolves when so
   * many have.
   */
  endAtOnce(connections: number): Promise<void>;
}

/** What a server says to a connection that it ends: FATAL, 57P01. */
const TERMINATED = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

const [QUERY, EXECUTE] = ['Q'.codePointAt(0), 'E'.codePointAt(0)];
/** The server's message that it takes statements, but for the state of the transaction. */
const READY = Buffer.from('Z\0\0\0\x05');

/** Opens such a way to the database at `url`, gone when the calling test file ends. */
export async function startFlakyDatabase(url: string): Promise<FlakyDatabase> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isSilent = false;
  let connectingMs = 0;
  let connections = 0;
  let endingAtOnce = 0;
  let allEnded = () => {};
  let left = Infinity;
  let cut = () => {};
  const server = createServer((from) => {
    connections++;
    if (connectingMs > 0) {
      from.pause();
      setTimeout(() => from.resume(), connectingMs);
    }
    const to = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    const passes = statementByStatement((statements) => {
      left -= statements;
      if (left < 0) cut();
      return left >= 0;
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
      for (const message of passes(data)) if (!silent.has(from)) to.write(message);
    });
    to.on('data', (data) => {
      if (silent.has(to)) return;
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
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: through.href,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) silent.add(socket);
    },
    endSilence: () => {
      isSilent = false;
    },
    slowConnecting: (ms) => {
      connectingMs = ms;
    },
    connections: () => connections,
    endAtOnce: (connections) =>
      new Promise((resolve) => {
        endingAtOnce = connections;
        allEnded = resolve;
      }),
    cutAfter: (statements, onCut) =>
      new Promise((resolve) => {
        left = statements;
        cut = () => {
          onCut?.();
          for (const socket of sockets) socket.destroy();
          left = Infinity;
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

/** Takes what a client sends apart into messages of the protocol, and gives those that may pass. */
function statementByStatement(mayPass: (statements: number) => boolean): (data: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  // The first message of a connection is the only one without a letter for its kind.
  let letter = 0;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const messages: Buffer[] = [];
    while (rest.length >= letter + 4) {
      const length = letter + rest.readUInt32BE(letter);
      if (rest.length < length) break;
      const isStatement = letter > 0 && (rest[0] === QUERY || rest[0] === EXECUTE);
      if (!mayPass(isStatement ? 1 : 0)) return [];
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      letter = 1;
    }
    return messages;
  };
}
