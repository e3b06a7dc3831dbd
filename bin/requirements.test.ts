import { expect, test } from 'vitest';
import { checkNode, checkPlatform } from './requirements.mjs';

const onGlibc = { getReport: () => ({ header: { glibcVersionRuntime: '2.36' } }) };
const onMusl = { getReport: () => ({ header: {} }) };

test.each([
  [{ platform: 'win32', arch: 'x64', report: onMusl }, 'Windows is not supported'],
  [{ platform: 'linux', arch: 'x64', report: onMusl }, 'Linux with musl, such as Alpine, is not supported'],
  [{ platform: 'linux', arch: 'riscv64', report: onGlibc }, 'The processor architecture riscv64 is not supported'],
  [{ platform: 'freebsd', arch: 'x64', report: onMusl }, 'The platform freebsd is not supported'],
])('says that %o is not supported', (machine, message) => {
  expect(checkPlatform(machine)).toContain(message);
});

test.each([
  { platform: 'linux', arch: 'x64', report: onGlibc },
  { platform: 'linux', arch: 'arm64', report: onGlibc },
  { platform: 'darwin', arch: 'arm64', report: onMusl },
])('accepts %o', (machine) => {
  expect(checkPlatform(machine)).toBeUndefined();
});

test('says which version of Node is needed', () => {
  expect(checkNode('v22.4.0\n')).toMatch(/^Recce needs Node 24\.\S+ or newer; this is v22\.4\.0\.$/);
  expect(checkNode()).toBeUndefined();
});
