import type { BenchEngines } from './bench-engine.ts';

/** The own index must be first. */
export const ENGINES: BenchEngines = {
  Recce: async () => new (await import('./recce.ts')).Recce(),
  'PostgreSQL full text': async () => new (await import('./postgres.ts')).PostgresEngine(),
  'MiniSearch 7 + bitsets': async () => new (await import('./minisearch.ts')).MiniSearchEngine(),
  'Orama 3': async () => new (await import('./orama.ts')).OramaEngine(),
};
