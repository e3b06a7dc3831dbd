import type { Socket } from 'node:net';
import { Client } from 'pg';
import { PRODUCT_ID } from '../product.ts';
import type { ClientConfig, DatabaseError } from 'pg';

/** How often a connection that waits for an answer is looked at. */
const TICK_MS = 100;
/** For the answer to a statement that takes no time. */
const ANSWER_TIMEOUT_MS = 500;
/** Without a byte from the server for this long, it is asked whether it still works on the statement. */
const SILENCE_MS = 700;
/** For the answer on a new connection: longer than a busy server needs to take one. */
const PROBE_TIMEOUT_MS = 1_500;
/** No statement that the server limits is waited for beyond its limit and this. */
const PROBE_GRACE_MS = 2_000;

/** Of PostgreSQL: stopping, told to end the connection, or that was idle for too long. */
const TERMINATION_CODES = /^(57P0.|25P03)$/;

export interface ConnectionConfig extends ClientConfig {
  /** Address of the database with the rights of the login, which may see what the connections of this login do. */
  readonly loginUrl: string;
  /** To connect and log in (milliseconds). */
  readonly connectTimeout: number;
  /** Whether it is given up also when the server takes no new connection. Else TCP finds out: a long statement may be worth hours. */
  readonly failsFast: boolean;
}

/** What pg keeps of a connection without describing it. */
interface Protocol {
  readonly processID: number | null;
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean;
}

/**
 * A connection to PostgreSQL that is given up when nothing comes from the server any more, as when a firewall drops its packets,
 * and that never ends the process. A statement that takes long because the server works on it goes on.
 */
export class Connection extends Client {
  /** Whether the server has said that it ends this connection, a moment before it does. */
  isEnding = false;
  readonly #loginUrl: string;
  readonly #statementTimeout: number;
  readonly #failsFast: boolean;

  constructor(config?: ConnectionConfig) {
    super(config);
    if (!config) throw new Error('a connection needs to know where to');
    this.#loginUrl = config.loginUrl;
    this.#statementTimeout = config.statement_timeout || Infinity;
    this.#failsFast = config.failsFast;
    // From the start: an error that comes together with the server's first answer finds no other listener yet.
    this.on('error', () => {});
    this.connection.on('errorMessage', ({ code }: DatabaseError) => {
      this.isEnding ||= TERMINATION_CODES.test(code ?? '');
    });
    const stop = startCountdown(config.connectTimeout, () => this.#abandon('connecting took too long'));
    this.once('connect', () => {
      stop();
      this.#watch();
    });
    this.once('end', stop);
  }

  /** Whether the server answers on this connection, which is given up if not. */
  async answers(): Promise<boolean> {
    const stop = startCountdown(ANSWER_TIMEOUT_MS, () => this.#abandon('the server has fallen silent'));
    try {
      await this.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      stop();
    }
  }

  /** Closes the connection; destroys the socket when the server does not confirm in time. */
  override end(callback?: (error: Error) => void): Promise<void> {
    this.once(
      'end',
      startCountdown(ANSWER_TIMEOUT_MS, () => this.connection.stream.destroy()),
    );
    if (!callback) return super.end();
    super.end(callback);
    return Promise.resolve();
  }

  #watch(): void {
    const protocol = this as unknown as Protocol;
    let read = 0;
    let silentMs = 0;
    let probeFrom = 0;
    const timer = setInterval(() => {
      const bytesRead = this.#bytesRead;
      silentMs = protocol.readyForQuery || bytesRead !== read ? 0 : silentMs + TICK_MS;
      read = bytesRead;
      if (silentMs > this.#statementTimeout + PROBE_GRACE_MS) this.#abandon('the server has not answered in time');
      if (silentMs === SILENCE_MS) probeFrom = performance.now();
      if (silentMs >= SILENCE_MS) void this.#abandonUnlessWorkedOn(protocol.processID, probeFrom);
    }, TICK_MS).unref();
    this.once('end', () => clearInterval(timer));
  }

  /** A probe that began before `probeFrom` may not have seen the statement; that nothing answered it still counts. */
  async #abandonUnlessWorkedOn(pid: number | null, probeFrom: number): Promise<void> {
    const bytesRead = this.#bytesRead;
    const { startedAt, idle } = latestProbe(this.#loginUrl);
    const pids = await idle;
    const isLost = pids ? startedAt >= probeFrom && pid !== null && pids.has(pid) : this.#failsFast;
    // What has come meanwhile was the answer.
    if (isLost && this.#bytesRead === bytesRead) this.#abandon('the server has fallen silent');
  }

  get #bytesRead(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  #abandon(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection given up: ${reason}`));
  }
}

interface Probe {
  readonly startedAt: number;
  /** Ids of the idle backend processes, empty if they cannot be read; undefined if the server does not answer. */
  readonly idle: Promise<ReadonlySet<number> | undefined>;
  isOver: boolean;
}

/** The latest by the address of the database, for all connections there. */
const probes = new Map<string, Probe>();

/** The probe under way, or one that has just been made; begins one if there is none. */
function latestProbe(url: string): Probe {
  const latest = probes.get(url);
  if (latest && (!latest.isOver || performance.now() - latest.startedAt < SILENCE_MS)) return latest;
  const idle = fetchIdleBackends(url);
  const probe: Probe = { startedAt: performance.now(), idle, isOver: false };
  void idle.finally(() => (probe.isOver = true));
  probes.set(url, probe);
  return probe;
}

/** Lists the idle backend processes, on a new connection. */
async function fetchIdleBackends(url: string): Promise<ReadonlySet<number> | undefined> {
  const client = new Client({ connectionString: url, application_name: PRODUCT_ID });
  client.on('error', () => {});
  const stop = startCountdown(PROBE_TIMEOUT_MS, () => client.connection.stream.destroy(new Error('no answer')));
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where state like 'idle%'`);
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // Whoever refuses has answered.
    return 'severity' in (error as object) ? new Set() : undefined;
  } finally {
    stop();
    void client.end();
  }
}

/** Calls `onOver` when so much time has passed; while this process is too busy to hear an answer, none passes. */
function startCountdown(ms: number, onOver: () => void): () => void {
  let left = ms;
  const timer = setInterval(() => {
    left -= TICK_MS;
    if (left > 0) return;
    clearInterval(timer);
    onOver();
  }, TICK_MS).unref();
  return () => clearInterval(timer);
}
