import { ApiError } from '../../../platform/http/contract.ts';
import { type Frame, readFrames, toBytes } from './decoder-frames.ts';
import {
  type Pixels,
  analyseImage,
  computePerceptualHash,
  decodeOriginal,
  encodeLogo,
  encodeOgImage,
  encodeRendition,
} from './decode-and-encode.ts';
import { type DecoderRequest, type DecoderResponse, decoderRequest } from './decoder-protocol.ts';

/*
 * The program of the decoder: reads requests from standard input, one after the other, and writes a response to each. It runs without the
 * settings of the site, in a sandbox, since a malicious picture may take it over. See sandbox.ts.
 */

const NO_BYTES = new Uint8Array();

/** The picture that was decoded last: it has a dozen renditions, and its pixels are larger than its file. */
let decoded: { readonly sha256: string; readonly pixels: Pixels } | undefined;

/** Returns the pixels of a picture; undefined without them or its file. */
async function getPixels(sha256: string, original: Uint8Array): Promise<Pixels | undefined> {
  if (original.length > 0) {
    // Not both at the same time.
    decoded = undefined;
    decoded = { sha256, pixels: await decodeOriginal(original) };
  }
  return decoded?.sha256 === sha256 ? decoded.pixels : undefined;
}

interface Response {
  readonly header: DecoderResponse;
  readonly body: Uint8Array;
}

const toResult = (result: object, body: Uint8Array): Response => ({ header: { outcome: 'result', result }, body });

async function run(request: DecoderRequest, bytes: Uint8Array): Promise<Response> {
  if (request.operation === 'analyse') {
    const { thumbnail, ...result } = await analyseImage(bytes);
    return toResult(result, thumbnail);
  }
  if (request.operation === 'logo') {
    const { png, ...details } = await encodeLogo(bytes);
    return toResult(details, png);
  }
  if (request.operation === 'hash') return toResult({ perceptualHash: await computePerceptualHash(bytes) }, NO_BYTES);
  const pixels = await getPixels(request.sha256, bytes);
  if (!pixels) return { header: { outcome: 'missing' }, body: NO_BYTES };
  const encoded =
    request.operation === 'encode'
      ? encodeRendition(pixels, request.width, request.format)
      : encodeOgImage(pixels, request.focal);
  return toResult({}, await encoded);
}

async function respond({ header, body }: Frame): Promise<Response> {
  try {
    return await run(decoderRequest.parse(header), body);
  } catch (error) {
    if (error instanceof ApiError && (error.errorType === 'INVALID' || error.errorType === 'UNSUPPORTED_MEDIA')) {
      const { errorType, message } = error;
      return { header: { outcome: 'rejected', errorType, message }, body: NO_BYTES };
    }
    return { header: { outcome: 'failed', message: String(error).slice(0, 1000) }, body: NO_BYTES };
  }
}

// A decoder in progress cannot be interrupted, and would delay a normal exit.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
for await (const frame of readFrames(process.stdin)) {
  for (const bytes of toBytes(await respond(frame))) process.stdout.write(bytes);
}
