import { readFileSync } from 'node:fs';
import path from 'node:path';

const DOCUMENTS = path.resolve(import.meta.dirname, '../../docs');
/** Downloads packages. */
const NEEDS_NETWORK = /\bapt-get\b|\bnpm ci\b/;

export interface Step {
  /** Heading of the section. */
  readonly title: string;
  readonly script: string;
  readonly online: boolean;
}

/**
 * Returns the commands of a document in order: its code blocks with the language `sh`. Those with `shell` are for other arrangements, or
 * depend on the site.
 * @param values what an operator writes in place of the examples
 */
export function readGuide(
  document: string,
  values: Readonly<Record<string, string>>,
  language: 'sh' | 'shell' = 'sh',
): Step[] {
  const steps: Step[] = [];
  let title = '';
  const text = readFileSync(path.join(DOCUMENTS, document), 'utf8');
  for (const { groups } of text.matchAll(
    /^##+ (?<heading>.+)$|^```(?<language>sh|shell)\n(?<script>[\s\S]*?)^```$/gm,
  )) {
    if (groups?.['heading']) title = groups['heading'];
    if (!groups?.['script'] || groups['language'] !== language) continue;
    const script = Object.entries(values).reduce((all, [from, to]) => all.replaceAll(from, to), groups['script']);
    steps.push({ title, script, online: NEEDS_NETWORK.test(script) });
  }
  return steps;
}

/** Returns the commands of one section. @throws if the document has none there */
export function readSection(
  document: string,
  heading: string,
  values: Readonly<Record<string, string>> = {},
  language?: 'sh' | 'shell',
): Step[] {
  const steps = readGuide(document, values, language).filter(({ title }) => title === heading);
  if (steps.length === 0) throw new Error(`docs/${document} has no commands below "${heading}"`);
  return steps;
}
