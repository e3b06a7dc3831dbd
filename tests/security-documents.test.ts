import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Requirements of version 5.0.0 by level. */
const REQUIREMENTS = { 1: 70, 2: 183 };
const STATUSES = ['met', 'open', 'not applicable'] as const;

interface Row {
  readonly id: string;
  readonly level: string;
  readonly status: string;
  readonly evidence: string;
}

const table = read('docs/asvs.md');
const rows: Row[] = [...table.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', level = '', status = '', evidence = '']) => ({ id, level, status, evidence }),
);

/** A file, and the title of a test in it if one is named. */
const FILE = /`((?:[\w.@-]+\/)*[\w.@-]+\.\w+|(?:src|docs|deploy|tests)(?:\/[\w.@-]+)+)`(?: “([^”]+)”)?/g;

function listFiles(text: string): { file: string; title: string | undefined }[] {
  return [...text.matchAll(FILE)].map(([, file = '', title]) => ({ file, title }));
}

describe('the table of ASVS 5.0', () => {
  test.each(Object.entries(REQUIREMENTS))('has every requirement of level %s once', (level, count) => {
    const ids = rows.filter((row) => row.level === level).map(({ id }) => id);
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
  });

  test.each(Object.keys(REQUIREMENTS))('has the right totals of level %s', (level) => {
    const count = (status: string) => rows.filter((row) => row.level === level && row.status === status).length;
    expect(table).toContain(`| ${level} | ${REQUIREMENTS[level as '1']} | ${STATUSES.map(count).join(' | ')} |`);
  });

  test('has known statuses only, and a reason or evidence for each', () => {
    expect(rows.filter(({ status }) => !STATUSES.includes(status as 'met'))).toEqual([]);
    expect(rows.filter(({ evidence }) => evidence.trim().length < 15)).toEqual([]);
  });

  test.each(rows)('names files and tests for $id that exist', ({ evidence }) => {
    for (const { file, title } of listFiles(evidence)) {
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
      expect(read(file)).toContain(title ?? '');
    }
    // A title always follows its file.
    expect(evidence.match(/“/g) ?? []).toHaveLength(listFiles(evidence).filter(({ title }) => title).length);
  });
});

test.each(['docs/security.md', 'SECURITY.md', 'docs/releasing.md', 'CONTRIBUTING.md'])(
  '%s names files that exist',
  (document) => {
    const missing = listFiles(read(document)).filter(
      ({ file }) => file.includes('/') && !existsSync(path.join(ROOT, file)),
    );
    expect(missing).toEqual([]);
  },
);
