import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { once } from '../../../platform/runtime/compute-once.ts';

const PROGRAM = fileURLToPath(new URL('./decoder-program.ts', import.meta.url));
const SANDBOX = fileURLToPath(new URL('./sandbox.pl', import.meta.url));
/** The code of the site. Neither settings nor data are in these. */
const CODE = ['src', 'node_modules', 'package.json'].map((name) =>
  realpathSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url))),
);
/** Where the C library and its loader are. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache'];
/** Read by OpenSSL instead of its configuration. */
const EMPTY_FILE = '/dev/null';
const READABLE = [process.execPath, ...CODE, ...LIBRARIES, EMPTY_FILE];

/** Memory limits: JavaScript heap in megabytes, and all data in kilobytes, decoded pictures included. */
const HEAP_MB = 256;
const DATA_KB = 1_572_864;
const LIMITS = `ulimit -d ${DATA_KB}; ulimit -c 0; exec "$@"`;

/**
 * The permission model of Node applies to JavaScript: without a sandbox of the system, it still keeps a mistake in ours or in a package
 * from reading files and starting processes. Its warning says that it does not restrict native code.
 */
const NODE_OPTIONS = [
  '--permission',
  '--allow-addons',
  '--disable-warning=PERM0001',
  ...CODE.map((path) => `--allow-fs-read=${path}`),
  `--max-old-space-size=${HEAP_MB}`,
  '--single-threaded-gc',
];

/**
 * The whole environment of the decoder. More arenas of malloc keep freed memory of decoded pictures until the limit is reached. Without a
 * fixed mmap threshold malloc raises it with each large block and stops returning blocks below it.
 */
export const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  OPENSSL_CONF: EMPTY_FILE,
};

/** Says why the system cannot isolate the decoder; undefined if it can. */
export const findMissingSandbox = once(async (): Promise<{ readonly reason: string | undefined }> => {
  if (process.platform !== 'linux') return { reason: `it is not available on ${process.platform}` };
  try {
    const probe = [SANDBOX, ...READABLE, '--', process.execPath, '--version'];
    await promisify(execFile)('perl', probe, { env: ENVIRONMENT });
    return { reason: undefined };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { reason: stderr?.trim() || message };
  }
});

/** Returns the command that starts the decoder. @param program other arguments of Node, for a test of the sandbox */
export async function getDecoderCommand(program: readonly string[] = [PROGRAM]): Promise<[string, ...string[]]> {
  const node = [process.execPath, ...NODE_OPTIONS, ...program];
  const { reason } = await findMissingSandbox();
  const sandboxed = reason === undefined ? ['perl', SANDBOX, ...READABLE, '--', ...node] : node;
  return ['sh', '-c', LIMITS, 'sh', ...sandboxed];
}
