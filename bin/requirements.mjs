// What Recce runs on. Loaded by any Node from version 18: plain JavaScript without dependencies.
import { readFileSync } from 'node:fs';

const PLATFORMS = 'Recce runs on Linux with glibc (x64, arm64), and for development on macOS.';

/** Returns one line if Recce does not run on this platform, or undefined. */
export function checkPlatform({ platform, arch, report } = process) {
  if (platform === 'win32') return `Windows is not supported: use the Windows Subsystem for Linux. ${PLATFORMS}`;
  if (platform !== 'linux' && platform !== 'darwin') return `The platform ${platform} is not supported. ${PLATFORMS}`;
  if (arch !== 'x64' && arch !== 'arm64') return `The processor architecture ${arch} is not supported. ${PLATFORMS}`;
  if (platform === 'linux' && !report.getReport().header.glibcVersionRuntime)
    return `Linux with musl, such as Alpine, is not supported: use Debian, Ubuntu or another distribution with glibc. ${PLATFORMS}`;
  return undefined;
}

/** Returns one line if this Node is too old, or undefined. */
export function checkNode(version = process.version) {
  const required = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).engines.node.slice(2);
  if (version.trim().slice(1).localeCompare(required, 'en', { numeric: true }) >= 0) return undefined;
  return `Recce needs Node ${required} or newer; this is ${version.trim()}.`;
}
