import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { testDatabase } from './support/database.ts';
import { startSiteProcess } from './support/site-process.ts';
import { freePort } from './support/site.ts';

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const MONITORING = new URL('../deploy/monitoring/', import.meta.url);
const readText = (name: string) => readFile(new URL(name, MONITORING), 'utf8');
const alerts = parse(await readText('alerts.yaml')) as Alerts;
const dashboard = JSON.parse(await readText('grafana-dashboard.json')) as Dashboard;
const rules = alerts.groups.flatMap((group) => group.rules);
const charts = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...charts];

const database = await testDatabase(inject('demo').template);
const metricsPort = await freePort();
const lines: string[] = [];
const node = await startSiteProcess(database.url, {
  METRICS_PORT: String(metricsPort),
  NODE_NAME: 'alba-7',
  LOG_LEVEL: 'info',
});
createInterface({ input: node.process.stdout! }).on('line', (line) => lines.push(line));

const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
let metrics = '';

beforeAll(async () => {
  for (const path of [
    '/api/locations?query=secretquery',
    '/find-a-location/eilean-donan-castle?from=secretquery',
    '/api/secretpath',
    '/secretpage',
  ]) {
    await (await fetch(node.url + path, { headers: { accept: 'text/html', authorization: 'Bearer x' } })).arrayBuffer();
  }
  // The worker sends its metrics every three seconds.
  await vi.waitFor(
    async () => {
      metrics = await scrape();
      if (!metrics.includes('recce_worker_up 1')) throw new Error('the worker has not reported yet');
    },
    { timeout: 60_000, interval: 300 },
  );
});

/** Returns the names of the samples that the site can export, with the suffixes of histograms. */
function listExported(): Set<string> {
  const names = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  );
  return new Set(names);
}

describe('dashboard and alerts', () => {
  test('are valid', () => {
    expect(rules.length).toBeGreaterThan(8);
    expect(charts.length).toBeGreaterThan(20);
    for (const expr of expressions) {
      // Grafana replaces its variables before Prometheus sees the query.
      const errors: string[] = [];
      const query = expr.replace('$__rate_interval', '5m');
      parser.parse(query).iterate({ enter: (part) => void (part.type.isError && errors.push(query.slice(part.from))) });
      expect(errors, query).toEqual([]);
    }
  });

  test('name only metrics that the site exports', () => {
    const exported = listExported();
    const named = expressions.flatMap((expr) => expr.match(/\b(recce|process|nodejs)_[a-z0-9_]+/g) ?? []);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !exported.has(name))).toEqual([]);
  });

  test('have an instruction for each alert', async () => {
    const manual = await readFile(new URL('../docs/monitoring.md', import.meta.url), 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !manual.includes(`\`${alert}\``))).toEqual([]);
  });
});

test('documents every metric of the site', async () => {
  const manual = await readFile(new URL('../docs/monitoring.md', import.meta.url), 'utf8');
  const names = [...metrics.matchAll(/^# TYPE (recce_(?!worker_(?:process|nodejs))\S+)/gm)].map(
    ([, name = '']) => name,
  );
  expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});

test('counts requests by route pattern, and reveals neither URLs nor searches', () => {
  expect(metrics).toMatch(
    /recce_http_request_duration_seconds_count\{method="GET",route="\/api\/locations",status="200"\} 1/,
  );
  expect(metrics).toMatch(/route="\/api\/\*",status="404"/);
  expect(metrics).toMatch(/route="\/\*",status="200"/);
  expect(metrics).toMatch(/recce_search_duration_seconds_count\{kind="search"\} \d/);
  expect(metrics).toMatch(/recce_render_duration_seconds_count\{outcome="ok"\} [1-9]/);
  expect(metrics).not.toMatch(/secret|castle/);
});

test('reports node, pool, index and worker in one scrape', async () => {
  expect(metrics).toContain(`recce_build_info{version="${manifest.version}",node="alba-7"} 1`);
  expect(metrics).toContain('recce_database_up 1');
  expect(metrics).toMatch(/recce_db_pool_connections_max \d/);
  expect(metrics).toMatch(/recce_worker_process_resident_memory_bytes \d/);
  expect(metrics).toContain('recce_mail_attempts_total{outcome="ok"} 0');
  const [, catalogue] = /^recce_catalogue_generation (\d+)$/m.exec(metrics)!;
  expect(metrics).toContain(`recce_search_index_generation ${catalogue}`);
});

test('serves metrics on a separate port only', async () => {
  for (const path of ['/metrics', '/api/metrics']) expect((await fetch(node.url + path)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
});

test('goes on after a request for a target that is no URL', async () => {
  const socket = connect(metricsPort, '127.0.0.1', () =>
    socket.end('GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 404 /);
  expect(await scrape()).toContain('recce_build_info');
});

test('names the node in every line of the log', async () => {
  const parseLines = () =>
    lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { node?: string; route?: string });
  // The lines of the requests above arrive through a pipe.
  await vi.waitFor(() => expect(parseLines().filter(({ route }) => route).length).toBeGreaterThanOrEqual(4));
  expect(parseLines().filter(({ node: name }) => name !== 'alba-7')).toEqual([]);
  expect(lines.join('\n')).not.toMatch(/secret/);
});
