import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type RunnableDevEnvironment, createServer } from 'vite';
import { readDemoConfig } from '../platform/settings/config.ts';
import { type PageHandler, renderPage } from './rendering/render-page.ts';
import type { Pages } from './rendering/caching-page-renderer.ts';
import { serve } from './serve.ts';

/** Renders pages from source through Vite, which reloads changed modules while database, search index and jobs stay up. */
async function openDevPages(server: FastifyInstance): Promise<Pages> {
  const vite = await createServer({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    server: { middlewareMode: true, hmr: { server: server.server } },
    appType: 'custom',
  });
  server.addHook('onRequest', (request, reply, next) => vite.middlewares(request.raw, reply.raw, () => next()));
  server.addHook('onClose', () => vite.close());
  return {
    hotReload: true,
    render: async (url, callRoute) => {
      const environment = vite.environments['ssr'] as RunnableDevEnvironment;
      const { default: pages } = (await environment.runner.import('/src/app/server.tsx')) as { default: PageHandler };
      return renderPage(pages, url, callRoute);
    },
  };
}

process.exitCode = await serve(() => readDemoConfig(process.env), openDevPages);
