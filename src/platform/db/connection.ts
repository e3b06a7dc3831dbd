import type { Socket } from 'node:net';
import { type ClientConfig, type DatabaseError, Client } from 'pg';
import { PRODUCT_ID } from '../settings/product-name.ts';

/** How often a connection that waits for a result is checked. */
const TICK_MS = 100;
/** For the result of a trivial statement. */
const RESPONSE_TIMEOUT_MS = 500;
/** If the server sends no byte for this long, a probe checks whether it still executes the statement. */
const INACTIVITY_MS = 700;
/** For a probe on a new connection: longer than a busy server needs to accept one. */
const PROBE_TIMEOUT_MS = 1_500;
/**
 * A connection is closed this long after the statement timeout of the server, unless the server still executes its statement: long-running
 * statements disable the timeout.
 */
const PROBE_GRACE_MS = 2_000;

const UNRESPONSIVE = 'the server stopped responding';

/** SQLSTATE codes: server stopping, connection terminated by an administrator, or idle for too long. */
const TERMINATION_CODES = /^(57P0.|25P03)$/;

export interface ConnectionConfig extends ClientConfig {
  /** URL of the database with the privileges of the login, which may query the state of its connections. */
  readonly loginUrl: string;
  /** For connecting and logging in (milliseconds). */
  readonly connectTimeout: number;
  /** Whether to close the connection if the server accepts no new ones. Otherwise TCP keep-alive decides: a statement may run for hours. */
  readonly failsFast: boolean;
}

/** State of a pg connection that its types do not declare. */
interface Protocol {
  readonly processID: number | null;
  /** False while a statement runs. */
  readonly readyForQuery: boolean;
}

/**
 * A PostgreSQL connection that detects a dead peer within seconds, for instance when a firewall drops its packets, and that never throws
 * an unhandled error event. Statements that the server still executes are not interrupted.
 */
export class Connection extends Client {
  /** Whether the server has announced that it will end this connection. */
  isEnding = false;
  readonly #loginUrl: string;
  readonly #statementTimeout: number;
  readonly #failsFast: boolean;
  /** When a probe last showed that the server executes a statement of this connection. */
  #busyAt = -Infinity;

  constructor(config?: ConnectionConfig) {
    super(config);
    if (!config) throw new Error('a connection needs a configuration');
    this.#loginUrl = config.loginUrl;
    this.#statementTimeout = config.statement_timeout || Infinity;
    this.#failsFast = config.failsFast;
    // Added first: an error can arrive with the first response of the server, before other listeners exist.
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

  /** Whether the server responds on this connection; closes the connection if not. */
  async isResponsive(): Promise<boolean> {
    const stop = startCountdown(RESPONSE_TIMEOUT_MS, () => this.#abandon(UNRESPONSIVE));
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
      startCountdown(RESPONSE_TIMEOUT_MS, () => this.connection.stream.destroy()),
    );
    if (!callback) return super.end();
    super.end(callback);
    return Promise.resolve();
  }

  #watch(): void {
    const protocol = this as unknown as Protocol;
    let read = 0;
    let inactiveMs = 0;
    let probeFrom = 0;
    const timer = setInterval(() => {
      const bytesRead = this.#bytesRead;
      inactiveMs = protocol.readyForQuery || bytesRead !== read ? 0 : inactiveMs + TICK_MS;
      read = bytesRead;
      if (inactiveMs > this.#statementTimeout + PROBE_GRACE_MS && !this.#isBusy)
        this.#abandon('the server did not respond in time');
      if (inactiveMs === INACTIVITY_MS) probeFrom = performance.now();
      if (inactiveMs >= INACTIVITY_MS) void this.#abandonIfLost(protocol.processID, probeFrom);
    }, TICK_MS).unref();
    this.once('end', () => clearInterval(timer));
  }

  /**
   * Closes the connection if a probe shows that its backend is idle. A probe older than `probeFrom` may have missed the statement: then
   * it counts only if it failed.
   */
  async #abandonIfLost(pid: number | null, probeFrom: number): Promise<void> {
    const bytesRead = this.#bytesRead;
    const probe = getProbe(this.#loginUrl);
    const states = await probe.states;
    const state = states?.get(pid);
    if (state === 'busy') this.#busyAt = performance.now();
    const isLost = states ? probe.startedAt >= probeFrom && state === 'idle' : this.#failsFast;
    if (!isLost) return;
    // The probe answered on another connection: the result can still be on its way, or wait to be read by a busy process.
    startCountdown(RESPONSE_TIMEOUT_MS, () => {
      if (this.#bytesRead === bytesRead) this.#abandon(UNRESPONSIVE);
    });
  }

  /** Whether a recent probe has shown that the server executes the statement. */
  get #isBusy(): boolean {
    return performance.now() - this.#busyAt < PROBE_TIMEOUT_MS + PROBE_GRACE_MS;
  }

  get #bytesRead(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  #abandon(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection abandoned: ${reason}`));
  }
}

/** By process id of a backend; empty if they cannot be read. */
type BackendStates = ReadonlyMap<number | null, 'idle' | 'busy'>;

interface Probe {
  readonly startedAt: number;
  /** Undefined if the server does not respond. */
  readonly states: Promise<BackendStates | undefined>;
  isOver: boolean;
}

/** The latest probe by database URL, shared by all its connections. */
const probes = new Map<string, Probe>();

/** Returns the running or a recent probe; starts one if there is none. */
function getProbe(url: string): Probe {
  const latest = probes.get(url);
  if (latest && (!latest.isOver || performance.now() - latest.startedAt < INACTIVITY_MS)) return latest;
  const states = fetchBackendStates(url);
  const probe: Probe = { startedAt: performance.now(), states, isOver: false };
  void states.finally(() => (probe.isOver = true));
  probes.set(url, probe);
  return probe;
}

/** Reads the states of all backends, on a new connection. */
async function fetchBackendStates(url: string): Promise<BackendStates | undefined> {
  const client = new Client({ connectionString: url, application_name: PRODUCT_ID });
  client.on('error', () => {});
  const stop = startCountdown(PROBE_TIMEOUT_MS, () => client.connection.stream.destroy(new Error('no response')));
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; state: 'idle' | 'busy' }>(
      `select pid, case when state like 'idle%' then 'idle' else 'busy' end as state from pg_stat_activity where state is not null`,
    );
    return new Map(rows.map(({ pid, state }) => [pid, state]));
  } catch (error) {
    // An error message of the server is a response too.
    return 'severity' in (error as object) ? new Map() : undefined;
  } finally {
    stop();
    void client.end();
  }
}

/** Calls `onOver` after a timeout that ignores periods when the event loop is blocked: a blocked process cannot read a response. */
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
