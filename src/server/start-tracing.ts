import { AsyncLocalStorage } from 'node:async_hooks';
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { Config } from '../platform/settings/config.ts';
import { type Operation, operations, statements } from '../platform/diagnostics/channels.ts';
import { PRODUCT_ID } from '../platform/settings/product-name.ts';

/** For sending the last spans. */
const STOP_TIMEOUT_MS = 500;

/** The handler of a request, on the channel of Fastify. */
interface HandledRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Sends spans of requests, searches, pages, SQL statements, jobs, emails and pictures to the collector that the standard variables of
 * OpenTelemetry name. Spans contain route patterns and SQL with placeholders; no URLs, values, or IP and email addresses.
 */
export function startTracing({ nodeName, traceRatio }: Pick<Config, 'nodeName' | 'traceRatio'>): {
  stop(): Promise<void>;
} {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': PRODUCT_ID, 'service.instance.id': nodeName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  publishSpans(provider.getTracer(PRODUCT_ID));
  // Without a collector, the last spans are given up: the shutdown must not wait for them.
  return {
    stop: () => Promise.race([provider.shutdown(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]).catch(ignore),
  };
}

function publishSpans(tracer: Tracer): void {
  const parents = new AsyncLocalStorage<Context>();
  const getParent = () => parents.getStore() ?? ROOT_CONTEXT;
  const spans = new WeakMap<Operation, Span>();

  const requests = tracingChannel<Context, HandledRequest>('fastify.request.handler');
  requests.start.bindStore(parents, ({ request, reply }) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: Date.now() - reply.elapsedTime,
        attributes: { 'http.request.method': method, 'http.route': route, 'request.id': request.id },
      },
      // Trace headers of clients are not used: anyone can send them.
      ROOT_CONTEXT,
    );
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return trace.setSpan(ROOT_CONTEXT, span);
  });

  (operations as unknown as TracingChannel<Context, Operation>).start.bindStore(parents, (operation) => {
    const parent = getParent();
    const span = tracer.startSpan(`${operation.kind} ${operation.name}`, {}, parent);
    spans.set(operation, span);
    return trace.setSpan(parent, span);
  });
  operations.subscribe({
    start: ignore,
    end: ignore,
    asyncStart: ignore,
    asyncEnd: (operation) => spans.get(operation)?.end(),
    error: (operation) => spans.get(operation)?.setStatus(describeError(operation.error)),
  });

  statements.subscribe((message) => {
    const event = message as LogEvent;
    const startTime = Date.now() - event.queryDurationMillis;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': event.query.sql };
    const [verb = 'statement'] = event.query.sql.trim().split(/\s/, 1);
    const span = tracer.startSpan(`sql ${verb}`, { kind: SpanKind.CLIENT, startTime, attributes }, getParent());
    if (event.level === 'error') span.setStatus(describeError(event.error));
    span.end();
  });
}

/** Messages can quote values, so only the class and the code of an error are sent. */
function describeError(error: unknown) {
  const { name = 'Error', code = '' } = error as { name?: string; code?: string };
  return { code: SpanStatusCode.ERROR, message: `${name} ${code}`.trim() };
}

function ignore(): void {}
