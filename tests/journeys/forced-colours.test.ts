import { expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectToShowInForcedColours } from '../support/forced-colours.ts';

const browser = await openBrowser();

const FAULTS = [
  {
    what: 'a tab that is told by its ground alone',
    html: '<style>[aria-selected=true] { background: gold; }</style><i role="tab" class="tab" aria-selected="true">One</i>',
    found: 'i.tab aria-selected',
  },
  {
    what: 'a box that is ticked by its ground alone',
    html: '<style>input { appearance: none; border: 1px solid; } :checked { background: gold; }</style><input type="checkbox" checked>',
    found: 'input. checked',
  },
  {
    what: 'a field that has no edge but its ground',
    html: '<style>input { appearance: none; border: 0; background: silver; }</style><input type="text" class="bare">',
    found: 'no edge: input.bare',
  },
  {
    what: 'a button that is a coloured dot',
    html: '<style>button { border: 0; width: 20px; height: 20px; background: red; }</style><button class="dot"></button>',
    found: 'nothing to see: button.dot',
  },
  {
    what: 'an icon that is cut out of its ground',
    html: '<style>main i { display: block; width: 20px; height: 20px; background: red; mask: url("data:image/svg+xml,%3Csvg/%3E"); }</style><i class="icon"></i>',
    found: 'painted as the page is: i.icon',
  },
  {
    what: 'a focus that is a shadow',
    html: '<style>:focus-visible { outline: none; box-shadow: 0 0 0 3px gold; }</style><a href="#here" class="link">Here</a>',
    found: 'a.link',
  },
];

test.each(FAULTS)('$what does not pass in forced colours', async ({ html, found }) => {
  const page = await browser.newPage();
  await page.setContent(`<main>${html}</main>`);
  await expect(expectToShowInForcedColours(page)).rejects.toThrow(`'${found}'`);
});
