import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:(type\s)?[^'"`;]*?from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

export interface Import {
  readonly specifier: string;
  /** Erased at run time. */
  readonly typeOnly: boolean;
  /** The imported file, relative to src; undefined for a package. */
  readonly target: string | undefined;
}

const root = path.resolve(import.meta.dirname, '../src');

/** The source text of each TypeScript file below src, by path. */
export const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$|\.d\.ts$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

/** The imports of each file. */
export const imports: ReadonlyMap<string, readonly Import[]> = new Map(
  [...sources].map(([file, text]) => [file, [...text.matchAll(IMPORT)].map((match) => toImport(file, match))]),
);

function toImport(file: string, [, type, from, dynamic]: RegExpExecArray): Import {
  const specifier = from ?? dynamic ?? '';
  const target = specifier.startsWith('.')
    ? path.join(path.dirname(file), specifier.split('?', 1)[0] ?? '')
    : undefined;
  return { specifier, typeOnly: type !== undefined, target };
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The import graph of files, type imports included, without tests. */
export const fileGraph: Graph = new Map(
  [...imports]
    .filter(([file]) => !isTest(file))
    .map(([file, list]) => [
      file,
      new Set(list.flatMap(({ target }) => (target !== undefined && sources.has(target) ? [target] : []))),
    ]),
);

/** Returns the import graph of the entries (files and sub-folders) of a folder. */
export function entryGraph(folder: string): Graph {
  const getEntry = (file: string) =>
    file.startsWith(`${folder}/`) ? file.split('/')[folder.split('/').length] : undefined;
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of fileGraph) {
    const from = getEntry(file);
    if (from === undefined) continue;
    const entries = graph.get(from) ?? new Set();
    graph.set(from, entries);
    for (const target of targets) {
      const to = getEntry(target);
      if (to !== undefined && to !== from) entries.add(to);
    }
  }
  return graph;
}

/** Returns the strongly connected components with more than one node (Tarjan's algorithm). */
export function findCycles(graph: Graph): string[][] {
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const index = indexes.size;
    indexes.set(node, index);
    let lowLink = index;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) lowLink = Math.min(lowLink, visit(next));
      else if (stack.includes(next)) lowLink = Math.min(lowLink, indexes.get(next)!);
    }
    if (lowLink === index) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) cycles.push(component.toSorted());
    }
    return lowLink;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}
