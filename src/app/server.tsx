import { defineHandlerCallback, getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server';
import { StartServer, createStartHandler } from '@tanstack/react-start/server';
import { renderToString } from 'react-dom/server';
import { deferModulepreload } from './hydration/deferred-modulepreload.ts';

/** Renders to a string: all data of a page is loaded before it is rendered, so streaming would gain nothing. */
const render = defineHandlerCallback(async ({ router, responseHeaders }) => {
  const html = await transformHtmlStringWithRouter(router, renderToString(<StartServer router={router} />));
  return new Response(deferModulepreload(html), { status: getSsrStatus(router), headers: responseHeaders });
});

export default { fetch: createStartHandler(render) };
