import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/tables.ts';
import { limitConcurrency } from '../../../../platform/limit-concurrency.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import { onResponseClosed } from '../../../../platform/http/on-response-closed.ts';
import {
  type Actor,
  type Caller,
  requireActor,
  toRouteOptions,
  authorise,
  validate,
} from '../../../../platform/http/route-handlers.ts';
import { sendPiece } from '../contract.ts';
import { CHUNK_BYTES } from '../schema.ts';
import { type PieceTools, keepPiece } from './commands.server.ts';
import { PICTURE_BYTES_REQUIRED, TOO_MANY_UPLOADS } from '../../../media/messages.ts';

export interface UploadTools extends Omit<PieceTools, 'log'> {
  readonly db: Kysely<Database>;
  readonly now: () => Date;
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | null>;
}

/** Pieces that arrive at the same time, at most: what they take of the memory is CHUNK_BYTES each. */
const ARRIVING = 64;
/** Of one account: whoever sends slowly keeps nobody else from sending. */
const ARRIVING_FROM_ONE = 8;
/** Pieces that are written at the same time, at most: each holds a connection of the database while it is. */
const WRITING = 4;
const BUSY_SECONDS = 2;

/** Takes the bytes of images that are on their way. Who sends is known before anything of the body is read. */
export const uploadRoutes: FastifyPluginAsync<UploadTools> = async (server, { db, storage, jobs, now, callerOf }) => {
  const senders = new WeakMap<FastifyRequest, Actor>();
  const writing = limitConcurrency(WRITING);
  const arriving = new Map<string, number>();

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: CHUNK_BYTES },
    (_request, body, done) => done(null, body),
  );
  server.addContentTypeParser('*', (_request, _body, done) =>
    done(new ApiError('UNSUPPORTED_MEDIA', PICTURE_BYTES_REQUIRED)),
  );
  server.route({
    method: sendPiece.method,
    ...toRouteOptions(sendPiece),
    onRequest: async (request, reply) => {
      const caller = await callerOf(request);
      authorise(sendPiece, caller?.actor ?? null);
      const actor = requireActor({ actor: caller?.actor ?? null });
      senders.set(request, actor);
      const fromOne = arriving.get(actor.id) ?? 0;
      if (fromOne >= ARRIVING_FROM_ONE || arriving.values().reduce((sum, count) => sum + count, 0) >= ARRIVING) {
        throw new ApiError('UNAVAILABLE', TOO_MANY_UPLOADS, undefined, BUSY_SECONDS);
      }
      arriving.set(actor.id, fromOne + 1);
      onResponseClosed(reply, () => {
        const others = (arriving.get(actor.id) ?? 1) - 1;
        if (others > 0) arriving.set(actor.id, others);
        else arriving.delete(actor.id);
      });
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id, uploadId, offset } = validate(sendPiece.input, {
        ...(request.query as object),
        ...(request.params as object),
      });
      const context = { actor: requireActor({ actor: senders.get(request) ?? null }), at: now() };
      const piece = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return writing(() =>
        db
          .transaction()
          .execute((trx) =>
            keepPiece(
              trx,
              { storage, jobs, log: request.log },
              context,
              { locationId: id, id: uploadId, offset },
              piece,
            ),
          ),
      );
    },
  });
};
