import type { FastifyReply } from 'fastify';

const PIECE_BYTES = 64 * 1024;
/** Pieces that wait for answers to come: 4 MB. */
const MOST_WAITING = 64;
const waiting: Buffer[] = [];

/**
 * Memory for the body of an answer, to be filled to its last byte: it holds what was sent to somebody else. When the answer has
 * been handed to the system, the next one gets it. New memory for each would lie outside the heap, and its comings and goings cost
 * the collector more than the rest of a kept page takes.
 */
export function memoryFor(reply: FastifyReply, bytes: number): Buffer {
  if (bytes > PIECE_BYTES) return Buffer.allocUnsafeSlow(bytes);
  const piece = waiting.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  // Of an answer that breaks off no more is written, but nothing says when: its memory is left to the collector.
  reply.raw.once('finish', () => waiting.length < MOST_WAITING && waiting.push(piece));
  return piece.subarray(0, bytes);
}
