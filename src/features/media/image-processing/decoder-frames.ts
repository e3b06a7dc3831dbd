/** A message between the decoder and the process that started it: a JSON value and bytes. */
export interface Frame {
  readonly header: unknown;
  readonly body: Uint8Array;
}

/** The size of a header, which is a thumbnail hash, a message or a position. */
const MAX_HEADER_BYTES = 64 * 1024;
/** The size of a body, which is a file or a rendition. */
const MAX_BODY_BYTES = 32 * 1024 ** 2;
const PREFIX_BYTES = 8;

/** Returns a frame as it is sent: the lengths of header and body, the header and the body. */
export function toBytes({ header, body }: Frame): readonly Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(text.length, 0);
  prefix.writeUInt32BE(body.length, 4);
  return [prefix, text, body];
}

/**
 * Reads frames from a stream of bytes, which a compromised decoder may have written.
 * @throws {Error} when a length is larger than any valid one, or a header is not JSON
 */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame, undefined> {
  let chunks: Buffer[] = [];
  let available = 0;
  let lengths: { readonly header: number; readonly body: number } | undefined;
  for await (const chunk of stream) {
    chunks.push(chunk);
    available += chunk.length;
    for (;;) {
      if (available < PREFIX_BYTES) break;
      lengths ??= readLengths((chunks = [Buffer.concat(chunks)])[0]!);
      const end = PREFIX_BYTES + lengths.header + lengths.body;
      if (available < end) break;
      const bytes = Buffer.concat(chunks);
      const bodyStart = PREFIX_BYTES + lengths.header;
      const header: unknown = JSON.parse(bytes.toString('utf8', PREFIX_BYTES, bodyStart));
      yield { header, body: bytes.subarray(bodyStart, end) };
      chunks = [bytes.subarray(end)];
      available -= end;
      lengths = undefined;
    }
  }
  return undefined;
}

function readLengths(prefix: Buffer): { header: number; body: number } {
  const lengths = { header: prefix.readUInt32BE(0), body: prefix.readUInt32BE(4) };
  if (lengths.header > MAX_HEADER_BYTES || lengths.body > MAX_BODY_BYTES) throw new Error('a frame is too long');
  return lengths;
}
