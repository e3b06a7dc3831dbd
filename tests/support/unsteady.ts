import { type Socket, connect, createServer } from 'node:net';
import { afterAll } from 'vitest';

/** A way to a database that ends between two statements. */
export interface UnsteadyDatabase {
  readonly url: string;
  /**
   * Lets this many statements pass, whoever sends them, and none after. What waits for answers has lost its connection
   * when this resolves; `onCut` is called just before.
   */
  cutAfter(statements: number, onCut?: () => void): Promise<void>;
}

const [QUERY, EXECUTE] = ['Q'.codePointAt(0), 'E'.codePointAt(0)];

/** Opens such a way to the database at `url`, gone when the calling test file ends. */
export async function unsteady(url: string): Promise<UnsteadyDatabase> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  let left = Infinity;
  let cut = () => {};
  const server = createServer((from) => {
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
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    from.on('data', (data) => {
      for (const message of passes(data)) to.write(message);
    });
    to.on('data', (data) => from.write(data));
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
