import { expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectUsableInForcedColours } from '../support/forced-colours.ts';

const browser = await openBrowser();

const FAULTS = [
  {
    what: 'a tab selected by background alone',
    html: '<style>[aria-selected=true] { background: gold; }</style><i role="tab" class="tab" aria-selected="true">One</i>',
    found: 'i.tab aria-selected',
  },
  {
    what: 'a card highlighted by background alone',
    html: '<style>.is-highlighted { background: gold; }</style><i class="is-highlighted">One</i>',
    found: 'i.is-highlighted is-highlighted',
  },
  {
    what: 'a checkbox checked by background alone',
    html: '<style>input { appearance: none; border: 1px solid; } :checked { background: gold; }</style><input type="checkbox" checked>',
    found: 'input. checked',
  },
  {
    what: 'a field without a border',
    html: '<style>input { appearance: none; border: 0; background: silver; }</style><input type="text" class="bare">',
    found: 'no edge: input.bare',
  },
  {
    what: 'a button without text or border',
    html: '<style>button { border: 0; width: 20px; height: 20px; background: red; }</style><button class="dot"></button>',
    found: 'invisible: button.dot',
  },
  {
    what: 'a masked icon in a background colour',
    html: '<style>main i { display: block; width: 20px; height: 20px; background: red; mask: url("data:image/svg+xml,%3Csvg/%3E"); }</style><i class="icon"></i>',
    found: 'background colour: i.icon',
  },
  {
    what: 'a focus shown by a box shadow',
    html: '<style>:focus-visible { outline: none; box-shadow: 0 0 0 3px gold; }</style><a href="#here" class="link">Here</a>',
    found: 'a.link',
  },
];

test.each(FAULTS)('rejects $what in forced colours', async ({ html, found }) => {
  const page = await browser.newPage({ fresh: true });
  await page.setContent(`<main>${html}</main>`);
  await expect(expectUsableInForcedColours(page)).rejects.toThrow(`'${found}'`);
});
