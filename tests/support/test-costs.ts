import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOST_EXPENSIVE = 15;
const [NAME_WIDTH, FIGURE_WIDTH] = [72, 13];

interface Cost {
  readonly name: string;
  readonly files: number;
  readonly tests: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Prints what tests cost, by group of files, and the most expensive files. The database server of the tests is not included. */
export default class TestCosts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.map(measure);
    const groups = Map.groupBy(costs, ({ name }) => getGroup(name));
    printTable('group', [...[...groups].map(([name, files]) => add(name, files)), add('all', costs)]);
    printTable('most expensive files', costs.toSorted(byCpuSeconds).slice(0, MOST_EXPENSIVE));
  }
}

const byCpuSeconds = (a: Cost, b: Cost) => b.cpuSeconds - a.cpuSeconds;

function measure(module: TestModule): Cost {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    name: path.relative(ROOT, module.moduleId),
    files: 1,
    tests: [...module.children.allTests()].length,
    seconds: (collectDuration + setupDuration + duration) / 1000,
    cpuSeconds: module.meta().cpuSeconds ?? 0,
  };
}

/** Returns the first two folders of a file. */
function getGroup(name: string): string {
  return path.dirname(name).split('/').slice(0, 2).join('/');
}

function add(name: string, costs: readonly Cost[]): Cost {
  const sum = (part: 'files' | 'tests' | 'seconds' | 'cpuSeconds') =>
    costs.reduce((total, cost) => total + cost[part], 0);
  return { name, files: sum('files'), tests: sum('tests'), seconds: sum('seconds'), cpuSeconds: sum('cpuSeconds') };
}

function printTable(title: string, costs: readonly Cost[]): void {
  const rows = costs
    .toSorted(byCpuSeconds)
    .map(({ name, files, tests, seconds, cpuSeconds }) => [
      name,
      String(files),
      String(tests),
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
    ]);
  console.log('');
  for (const [name = '', ...figures] of [[title, 'files', 'tests', 'seconds', 'CPU seconds'], ...rows])
    console.log(name.padEnd(NAME_WIDTH) + figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join(''));
}
