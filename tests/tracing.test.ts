import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, inject, test } from 'vitest';
import { testDatabase } from './support/database.ts';
import { startSiteProcess } from './support/site-process.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface TraceRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const spans: Span[] = [];
const bodies: string[] = [];
/** A collector that receives OTLP as JSON. */
const collector: Server = createServer(
  (request, response) =>
    void json(request).then((body) => {
      bodies.push(JSON.stringify(body));
      for (const { scopeSpans } of (body as TraceRequest).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }),
).listen(0, '127.0.0.1');
await once(collector, 'listening');
afterAll(() => void collector.close());
const { port } = collector.address() as AddressInfo;

const database = await testDatabase(inject('demo').template);
const node = await startSiteProcess(database.url, {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  NODE_NAME: 'alba-7',
});

test('sends the spans of a request with its parts, without what people search for', async () => {
  await (await fetch(`${node.url}/api/locations?query=castle+secretquery`)).arrayBuffer();
  const page = await fetch(`${node.url}/find-a-location/eilean-donan-castle?n=1`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  await page.arrayBuffer();
  const exit = once(node.process, 'exit');
  node.process.kill('SIGTERM');
  await exit;

  const requests = spans.filter(({ name }) => name === 'GET /api/locations');
  expect(requests.length).toBe(1);
  const partsOf = (parent: Span) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  expect(partsOf(requests[0]!).map(({ name }) => name)).toContain('search search');

  const rendered = spans.filter(({ name }) => name === 'render page');
  expect(rendered.length).toBe(1);
  const inTrace = spans.filter(({ traceId }) => traceId === rendered[0]!.traceId);
  expect(inTrace.find(({ spanId }) => spanId === rendered[0]!.parentSpanId)?.name).toBe('GET /*');
  // The API calls of the page, which arrive from the render worker, belong to the same trace.
  expect(partsOf(rendered[0]!).map(({ name }) => name)).toContain('sql select');

  expect(bodies.join('')).toContain('alba-7');
  expect(bodies.join('')).not.toMatch(/secretquery|eilean/);
});
