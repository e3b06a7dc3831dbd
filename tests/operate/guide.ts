import { readFileSync } from 'node:fs';
import path from 'node:path';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/installation.md');
/** Downloads packages. */
const NEEDS_NETWORK = /\bapt-get\b|\bnpm ci\b/;

export interface Step {
  /** Heading of the section. */
  readonly title: string;
  readonly script: string;
  readonly online: boolean;
}

/**
 * Returns the commands of the installation guide in order: its code blocks with the language `sh`. Those with `shell` are for other
 * arrangements, or depend on the site.
 */
export function readGuide(host: string): Step[] {
  const steps: Step[] = [];
  let title = '';
  const parts = readFileSync(GUIDE, 'utf8').matchAll(/^## (?<heading>.+)$|^```sh\n(?<script>[\s\S]*?)^```$/gm);
  for (const { groups } of parts) {
    if (groups?.['heading']) title = groups['heading'];
    const script = groups?.['script']?.replaceAll('locations.example.org', host);
    if (script) steps.push({ title, script, online: NEEDS_NETWORK.test(script) });
  }
  return steps;
}
