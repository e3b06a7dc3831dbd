import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { publishOperation } from '../../../platform/diagnostics/channels.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { limitConcurrency } from '../../../platform/runtime/limit-concurrency.ts';
import { PICTURE_TOO_SLOW } from '../messages.ts';
import { type Frame, readFrames, toBytes } from './decoder-frames.ts';
import { type DecoderRequest, type DecoderResponse, decoderResponse } from './decoder-protocol.ts';
import { ENVIRONMENT, getDecoderCommand } from './sandbox.ts';

/** Timeout of one operation. The slowest takes a few seconds, and decoding has a shorter timeout: only an endless loop takes so long. */
const TIMEOUT_MS = 60_000;
/** A decoder without work ends, which returns its memory, and whatever a picture has left in it. */
const IDLE_MS = 10_000;
/** Signals of a crash, exceeded memory limits included. Kills from outside use other signals. */
const CRASH_SIGNALS = new Set('SIGSEGV SIGBUS SIGABRT SIGILL SIGFPE SIGTRAP SIGSYS'.split(' '));
/** After this many crashes while the same picture was processed, the picture counts as the cause. */
const MAX_CRASHES_PER_PICTURE = 2;

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface RunningDecoder {
  readonly child: Child;
  readonly responses: AsyncGenerator<Frame, undefined>;
  /** How the process ended: exit code and signal, or why it could not start. */
  readonly end: Promise<readonly unknown[]>;
}

/** The result of an operation: see `RESULTS` in protocol.ts. The result is undefined if the decoder needs the file. */
interface Output {
  readonly result: unknown;
  readonly body: Uint8Array;
}

/** The decoder ended while it processed a picture, which may be why. */
export class DecoderEndedError extends Error {}

/** A process that decodes pictures. */
interface Decoder {
  /**
   * Runs one operation on a picture. It starts the process if none runs.
   * @throws {ApiError} for a file that is not accepted, or that has crashed decoders before
   * @throws {DecoderEndedError}
   */
  run(sha256: string, request: DecoderRequest, bytes: Uint8Array): Promise<Output>;
}

/**
 * Creates a decoder. Its process is started when it is needed, and again after it ended. A picture that was being processed during
 * repeated crashes or timeouts is rejected from then on, until this process ends; kills from outside do not count.
 */
export function createDecoder({
  getCommand = getDecoderCommand,
  timeoutMs = TIMEOUT_MS,
  idleMs = IDLE_MS,
}: {
  getCommand?: () => Promise<readonly [string, ...string[]]>;
  timeoutMs?: number;
  idleMs?: number;
} = {}): Decoder {
  /**
   * The largest picture takes 700 MB while it is decoded: two at the same time would exceed the memory limit. Each rendition is a separate
   * operation, so that an upload waits for one of them at most.
   */
  const runExclusively = limitConcurrency(1);
  const crashes = new Map<string, number>();
  let current: RunningDecoder | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  /** Ends the process: the next operation starts another one. */
  function discard(child: Child): void {
    if (current?.child === child) current = undefined;
    child.kill('SIGKILL');
  }

  async function start(): Promise<RunningDecoder> {
    const [program, ...args] = await getCommand();
    const child = spawn(program, args, { cwd: '/', env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] });
    // The exit event handles a failed write.
    child.stdin.on('error', () => {});
    const end = once(child, 'exit').catch((error: Error) => [error.message]);
    void end.then(() => discard(child));
    child.unref();
    return (current = { child, responses: readFrames(child.stdout), end });
  }

  async function request(frame: Frame, sha256: string): Promise<{ response: DecoderResponse; body: Uint8Array }> {
    clearTimeout(idleTimer);
    const { child, responses, end } = current ?? (await start());
    setReferenced(child, true);
    let hasTimedOut = false;
    const timer = setTimeout(() => (hasTimedOut = child.kill('SIGKILL')), timeoutMs);
    try {
      for (const bytes of toBytes(frame)) child.stdin.write(bytes);
      const { value } = await responses.next();
      if (value) return { response: decoderResponse.parse(value.header), body: value.body };
      const [code, signal] = await end;
      if (hasTimedOut || CRASH_SIGNALS.has(String(signal))) crashes.set(sha256, (crashes.get(sha256) ?? 0) + 1);
      throw new DecoderEndedError(`the decoder ended while it processed picture ${sha256}: ${String(signal ?? code)}`);
    } catch (error) {
      // It may send the response to this request later, in place of the next.
      discard(child);
      throw error;
    } finally {
      clearTimeout(timer);
      setReferenced(child, false);
      idleTimer = setTimeout(() => discard(child), idleMs).unref();
    }
  }

  return {
    run: (sha256, header, bytes) =>
      runExclusively(async () => {
        if ((crashes.get(sha256) ?? 0) >= MAX_CRASHES_PER_PICTURE) throw new ApiError('INVALID', PICTURE_TOO_SLOW);
        const { response, body } = await publishOperation('picture', 'process', () =>
          request({ header, body: bytes }, sha256),
        );
        if (response.outcome === 'missing') return { result: undefined, body };
        if (response.outcome === 'result') return { result: response.result, body };
        if (response.outcome === 'rejected') throw new ApiError(response.errorType, response.message);
        throw new Error(response.message);
      }),
  };
}

/** Lets this process end, or not, while the decoder runs. */
function setReferenced(child: Child, isReferenced: boolean): void {
  for (const stream of [child.stdin, child.stdout] as { ref?: () => void; unref?: () => void }[]) {
    if (isReferenced) stream.ref?.();
    else stream.unref?.();
  }
}
