import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ComparedParts } from '../../../../ui/history/VersionComparison.tsx';
import { ComparedPositions } from './ComparedPositions.tsx';

const labels = { before: 'Version 1', after: 'Version 2' };
/** React leaves it to the browser, with an error on the console, to finish a component that waits for a script on the server. */
const UNFINISHED = '<!--$!-->';

test('the server renders which words of a text have changed', () => {
  const parts = [{ label: 'Description', before: 'A quiet mill', after: 'A noisy mill', isText: true }];
  const html = renderToString(<ComparedParts parts={parts} labels={labels} />);
  expect(html).not.toContain(UNFINISHED);
  expect(html).toMatch(/<del[^>]*>quiet/);
  expect(html).toMatch(/<ins[^>]*>noisy/);
});

test('the server leaves out the map of two positions', () => {
  const html = renderToString(
    <ComparedPositions
      before={{ latitude: 56, longitude: -4 }}
      after={{ latitude: 56.01, longitude: -4 }}
      labels={labels}
      styleUrl={null}
    />,
  );
  expect(html).not.toContain(UNFINISHED);
  expect(html).toContain('Moved by');
});
