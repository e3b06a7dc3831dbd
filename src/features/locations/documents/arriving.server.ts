import { randomUUID } from 'node:crypto';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { onResponseClosed } from '../../../platform/http/on-response-closed.ts';
import {
  type Actor,
  type Caller,
  requireActor,
  toRouteOptions,
  authorise,
  validate,
} from '../../../platform/http/route-handlers.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { getAccessibleLocation } from '../access/queries.server.ts';
import { addDocument as add, noteFile } from './commands.server.ts';
import { addDocument } from './contract.ts';
import { examineDocument } from './docx/examine.server.ts';
import { documentKey } from './files.server.ts';
import { documentOf } from './queries.server.ts';
import { MAX_DOCUMENT_BYTES, TOO_LARGE, documentName } from './schema.ts';
import { CHOOSE_DOCUMENT, DOCUMENT_NOT_SAVED, TOO_MANY_DOCUMENTS, DOCUMENT_FORM_REQUIRED } from './messages.ts';

interface ArrivalTools {
  readonly db: Kysely<Database>;
  readonly storage: Pick<Storage, 'put'>;
  readonly now: () => Date;
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | null>;
}

/** Documents that arrive at the same time, at most: each takes MAX_DOCUMENT_BYTES of the memory. */
const ARRIVING = 4;
const BUSY_SECONDS = 5;
/** What a form takes besides its file. */
const FORM_BYTES = 16 * 1024;
const NOT_WHOLE =
  'This form did not arrive whole, or holds more than a file and its name. Send it again, as multipart/form-data with a boundary.';
const ofLocation = z.object({ id: z.uuid() });

/** Takes documents in. Who sends, and to which location, is known before anything of the body is read. */
export const documentRoutes: FastifyPluginAsync<ArrivalTools> = async (server, { db, storage, now, callerOf }) => {
  const senders = new WeakMap<FastifyRequest, Actor>();
  let arriving = 0;
  server.removeAllContentTypeParsers();
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: MAX_DOCUMENT_BYTES, files: 1, fields: 1, parts: 2, fieldSize: 1000, headerPairs: 20 },
  });
  server.addContentTypeParser('*', (_request, _body, done) =>
    done(new ApiError('UNSUPPORTED_MEDIA', DOCUMENT_FORM_REQUIRED)),
  );
  server.route({
    method: addDocument.method,
    ...toRouteOptions(addDocument),
    bodyLimit: MAX_DOCUMENT_BYTES + FORM_BYTES,
    onRequest: async (request, reply) => {
      const caller = await callerOf(request);
      authorise(addDocument, caller?.actor ?? null);
      const actor = requireActor({ actor: caller?.actor ?? null });
      senders.set(request, actor);
      await getAccessibleLocation(db, actor, validate(ofLocation, request.params).id);
      if (Number(request.headers['content-length']) > MAX_DOCUMENT_BYTES + FORM_BYTES)
        throw new ApiError('TOO_LARGE', TOO_LARGE, { file: TOO_LARGE });
      if (arriving >= ARRIVING) {
        throw new ApiError('UNAVAILABLE', TOO_MANY_DOCUMENTS, undefined, BUSY_SECONDS);
      }
      arriving += 1;
      onResponseClosed(reply, () => (arriving -= 1));
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const actor = requireActor({ actor: senders.get(request) ?? null });
      const { id: locationId } = validate(ofLocation, request.params);
      const { name, content } = await formOf(request);
      await examineDocument(content).catch(ofFile);
      const [id, at] = [randomUUID(), now()];
      await db.transaction().execute((trx) => noteFile(trx, { id, at }));
      await storage.put(documentKey(id), content).catch((error: unknown) => {
        request.log.error({ err: error, document: id }, 'a document could not be kept');
        throw new ApiError('UNAVAILABLE', DOCUMENT_NOT_SAVED, undefined, BUSY_SECONDS);
      });
      const document = { id, locationId };
      await db.transaction().execute((trx) => add(trx, { actor, at }, { ...document, name, bytes: content.length }));
      return { message: 'Document saved successfully', document: await documentOf(db, document) };
    },
  });
};

/** @throws {ApiError} MALFORMED when it is no whole form; INVALID when the file or its name is missing; TOO_LARGE */
async function formOf(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  const { name, content } = await partsOf(request).catch(notWhole);
  const sent = validate(z.object({ name: documentName }), { name });
  if (!content?.length) throw new ApiError('INVALID', CHOOSE_DOCUMENT, { file: CHOOSE_DOCUMENT });
  return { ...sent, content };
}

async function partsOf(request: FastifyRequest): Promise<{ name: unknown; content: Buffer | undefined }> {
  let name: unknown = '';
  let content: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') content = part.fieldname === 'file' ? await contentOf(part) : await ignored(part);
    else if (part.fieldname === 'name') name = part.value;
  }
  return { name, content };
}

/** Whatever the reader of forms says is about this form: it ends too early, or is none. */
function notWhole(error: unknown): never {
  throw error instanceof ApiError ? error : new ApiError('MALFORMED', NOT_WHOLE);
}

async function contentOf(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file as AsyncIterable<Buffer>) chunks.push(chunk);
  if (part.file.truncated) throw new ApiError('TOO_LARGE', TOO_LARGE, { file: TOO_LARGE });
  return Buffer.concat(chunks);
}

/** A file of another name has to be read to its end, or what follows never comes. */
async function ignored(part: MultipartFile): Promise<undefined> {
  part.file.resume();
}

/** What is wrong with a file is said at its field. */
function ofFile(error: unknown): never {
  if (error instanceof ApiError) throw new ApiError(error.errorType, error.message, { file: error.message });
  throw error;
}
