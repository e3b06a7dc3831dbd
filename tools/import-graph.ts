import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:(type\s)?[^'"`;]*?from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

export interface Import {
  readonly specifier: string;
  /** Vanishes before anything runs. */
  readonly typeOnly: boolean;
  /** The file in src that is imported; undefined for a package. */
  readonly target: string | undefined;
}

const root = path.resolve(import.meta.dirname, '../src');

/** The TypeScript files below src with their texts, by path. */
export const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$|\.d\.ts$|kernel\/assembly/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

/** What each file imports. */
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

/** Which file imports which, types included and tests left out. */
export const fileGraph: Graph = new Map(
  [...imports]
    .filter(([file]) => !isTest(file))
    .map(([file, list]) => [
      file,
      new Set(list.flatMap(({ target }) => (target !== undefined && sources.has(target) ? [target] : []))),
    ]),
);

/** Which entry of a folder, file or sub-folder, imports which other one. */
export function entryGraph(folder: string): Graph {
  const entryOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.split('/')[folder.split('/').length] : undefined;
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of fileGraph) {
    const from = entryOf(file);
    if (from === undefined) continue;
    const entries = graph.get(from) ?? new Set();
    graph.set(from, entries);
    for (const target of targets) {
      const to = entryOf(target);
      if (to !== undefined && to !== from) entries.add(to);
    }
  }
  return graph;
}

/** The groups of nodes that reach each other: the strongly connected components of more than one node (Tarjan's algorithm). */
export function cyclesOf(graph: Graph): string[][] {
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
