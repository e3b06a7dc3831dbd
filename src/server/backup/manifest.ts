import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** Incremented by changes that older versions cannot read. */
export const FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().min(0);

/** Rows in the text format of COPY. They are stored in chunks. Each is a blob that ends with a complete row. */
const rows = z.object({
  rows: z.number().int().min(0),
  bytes,
  /** Total of all chunks. */
  sha256,
  parts: z.array(z.object({ sha256, bytes })),
});
export type DumpedRows = z.infer<typeof rows>;

const table = rows.extend({ name: z.string(), columns: z.array(z.string()) });
export type DumpedTable = z.infer<typeof table>;

const file = z.object({ key: z.string(), bytes, sha256 });
export type BackedUpFile = z.infer<typeof file>;

/** The content of a backup. */
const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The key of the names of blobs (hexadecimal) if they are encrypted. */
  nameKey: z.string().nullable(),
  migrations: z.array(z.object({ number: z.number(), name: z.string(), sha256, oldestRelease: z.string().nullable() })),
  tables: z.array(table),
  /** The next values of sequences are above these; null for an unused sequence. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Unfinished jobs, with the columns queue, priority and data. */
  jobs: rows,
  files: z.array(file),
  /** A line for each file that was missing in the storage or damaged. */
  problems: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

export function encodeManifest(content: Manifest): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(content)}\n`);
}

/** @throws {BackupError} if it is from a newer version or invalid */
export function decodeManifest(content: Uint8Array): Manifest {
  const json = JSON.parse(new TextDecoder().decode(content)) as { format?: unknown };
  if (typeof json.format === 'number' && json.format > FORMAT)
    throw new BackupError(`The backup has format ${json.format}, which this version cannot read: use a newer one.`);
  return manifest.parse(json);
}
