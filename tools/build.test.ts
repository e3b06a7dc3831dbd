import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashInputs } from './build.ts';

test('a build is out of date after any change of its inputs, and only then', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'recce-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write('src/ui/button.css', 'button {}');
  write('src/app/routes/$page.tsx', 'export {};');
  write('package-lock.json', '{}');
  const hashes = [hashInputs(root)];
  const changes = [
    () => write('src/ui/button.css', 'button { color: red }'),
    () => write('src/ui/menu.css', ''),
    () => renameSync(path.join(root, 'src/ui/menu.css'), path.join(root, 'src/ui/tabs.css')),
    () => rmSync(path.join(root, 'src/app/routes/$page.tsx')),
    () => write('package-lock.json', '{ "packages": {} }'),
  ];
  for (const change of changes) {
    change();
    hashes.push(hashInputs(root));
  }
  expect(new Set(hashes).size).toBe(changes.length + 1);
  write('docs/search.md', 'Not an input.');
  expect(hashInputs(root)).toBe(hashes.at(-1));
});
