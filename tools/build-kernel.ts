/** Compiles the facet-counting kernel of the search engine to WebAssembly, as a module: `node tools/build-kernel.ts`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const KERNEL = new URL('../src/features/search/engine/facets/kernel/', import.meta.url);
const SOURCE = fileURLToPath(new URL('assembly/counting.ts', KERNEL));
export const MODULE = new URL('counting.wasm.ts', KERNEL);

/** Compiles the kernel and returns the source text of the module. */
export async function compileModule(): Promise<string> {
  let binary: Uint8Array = new Uint8Array();
  const { error, stderr } = await asc.main(
    [
      SOURCE,
      '--outFile',
      'counting.wasm',
      '-O3',
      '--noAssert',
      '--enable',
      'simd',
      '--runtime',
      'stub',
      '--importMemory',
      '--noExportMemory',
    ],
    {
      writeFile: (_, contents) => {
        binary = contents as Uint8Array;
      },
    },
  );
  // The stream of the compiler has a toString with its content.
  // oxlint-disable-next-line typescript/no-base-to-string
  if (error) throw new Error(`The kernel does not compile: ${String(stderr)}`);
  const text = Buffer.from(binary).toString('base64');
  const lines = text.match(/.{1,112}/g)!.map((line) => `  '${line}'`);
  return `/** Compiled from assembly/counting.ts by tools/build-kernel.ts. */\nexport const COUNTING_WASM =\n${lines.join(' +\n')};\n`;
}

if (import.meta.main) await writeFile(MODULE, await compileModule());
