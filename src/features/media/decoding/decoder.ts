import { ApiError } from '../../../platform/http/contract.ts';
import { type Frame, readFrames, toBytes } from './frames.ts';
import { analyseImage, computePerceptualHash, decodeOriginal, encodeOgImage, encodeRendition } from './operations.ts';
import { type DecoderRequest, type DecoderResponse, decoderRequest } from './protocol.ts';

/*
 * The program of the decoder: reads requests from standard input, one after the other, and writes a response to each. It runs without the
 * settings of the site, in a sandbox, since a malicious picture may take it over. See sandbox.ts.
 */

const NO_BYTES = new Uint8Array();

async function run(request: DecoderRequest, bytes: Uint8Array): Promise<{ result: object; body: Uint8Array }> {
  switch (request.operation) {
    case 'analyse': {
      const { thumbnail, ...result } = await analyseImage(bytes);
      return { result, body: thumbnail };
    }
    case 'hash':
      return { result: { perceptualHash: await computePerceptualHash(bytes) }, body: NO_BYTES };
    case 'decode': {
      const { pixels, ...result } = await decodeOriginal(bytes);
      return { result, body: pixels };
    }
    case 'encode':
      return {
        result: {},
        body: await encodeRendition({ ...request.image, pixels: bytes }, request.width, request.format),
      };
    case 'crop':
      return { result: {}, body: await encodeOgImage({ ...request.image, pixels: bytes }, request.focal) };
  }
}

async function respond({ header, body }: Frame): Promise<{ header: DecoderResponse; body: Uint8Array }> {
  try {
    const output = await run(decoderRequest.parse(header), body);
    return { header: { outcome: 'result', result: output.result }, body: output.body };
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
