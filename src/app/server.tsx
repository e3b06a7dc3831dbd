import { defineHandlerCallback, getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server';
import { getGlobalStartContext } from '@tanstack/react-start';
import { StartServer, createStartHandler } from '@tanstack/react-start/server';
import { renderToString } from 'react-dom/server';
import { deferModulepreload } from './hydration/deferred-modulepreload.ts';

/**
 * Everything a page needs is loaded before it is rendered, so it is rendered in one go: streaming would only cost time. The HTML
 * is handed over as the text that it is; through the body of a Response it would be encoded, streamed and decoded again.
 */
const render = defineHandlerCallback(async ({ router, responseHeaders }) => {
  const html = await transformHtmlStringWithRouter(router, renderToString(<StartServer router={router} />));
  getGlobalStartContext()?.deliver(deferModulepreload(html));
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
});

export default { fetch: createStartHandler(render) };
