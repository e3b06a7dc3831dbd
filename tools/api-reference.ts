import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import apiReference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/**
 * Writes the script of the page /api/docs into the built assets. The package contains it, but only hands it out over HTTP. The page
 * itself is our own, since that of the package has an inline script.
 */
const ASSETS = new URL('../dist/client/assets/', import.meta.url);
/** Zod, which the script contains, tries whether it may compile code, which the content security policy forbids. */
const WITHOUT_COMPILING = 'globalThis.__zod_globalConfig={jitless:true};\n';

const server = fastify();
await server.register(apiReference, { routePrefix: '/', configuration: { url: '/' } });
const { statusCode, body } = await server.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`The package of the API reference answers ${statusCode}.`);
const script = WITHOUT_COMPILING + body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
await writeFile(new URL(`api-reference-${hash}.js`, ASSETS), script);
