import type { FastifyReply } from 'fastify';

const PIECE_BYTES = 64 * 1024;
/** Pieces that wait for answers to come: 4 MB. */
const MOST_WAITING = 64;
const waiting: Buffer[] = [];

/**
 * Memory for the body of an answer, to be filled to its last byte before anything else is waited for: it holds what was sent to
 * somebody else, and goes to the next answer once this one has been handed to the system. Following buffers that come and go took
 * the collector a sixth of the time of a kept page (bench:http). Answers that are larger than a piece get memory of their own.
 */
export function memoryFor(reply: FastifyReply, bytes: number): Buffer {
  if (bytes > PIECE_BYTES) return Buffer.allocUnsafeSlow(bytes);
  const piece = waiting.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  // An answer that breaks off does not finish: its piece is not used again.
  reply.raw.once('finish', () => waiting.length < MOST_WAITING && waiting.push(piece));
  return piece.subarray(0, bytes);
}
