import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import { tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** Folders of what several pages of visitors share. */
const PUBLIC_UI = [
  'ui/filter-button',
  'ui/pagination',
  'features/content/ui/footer-enquire',
  'features/geography/ui/in-view',
  'features/locations/catalogue/published/ui/card',
  'features/locations/catalogue/published/ui/comparison/comparison-links',
  'features/search/text',
  'features/search/ui/highlight',
  'features/search/ui/search-field',
];

/** Pages that few visitors open: those of signed-in people, and the comparison. */
const SPLIT_LOADERS =
  /^\/(admin|boards|compare|edit-profile|filmed-here|impact|locations|register-location|script|wanted)/;

/** The form of both route trees. */
const GENERATED = { quoteStyle: 'single', semicolons: true } as const;

/** The summaries of routes are for the description of the API: without them browsers load 1 kB less. */
const omitRouteSummaries: Plugin = {
  name: 'omit-route-summaries',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(/\bsummary:\s*'(?:[^'\\\n]|\\.)*',/g, ''), map: null }),
  },
};

export default defineConfig({
  plugins: [
    omitRouteSummaries,
    // The routes of all pages but those of the back office, for router.tsx: visitors load 4 kB less of compressed script.
    tanstackRouterGenerator({
      ...GENERATED,
      target: 'react',
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/publicRouteTree.gen.ts',
      routeFileIgnorePattern: '\\.css$|^admin\\.',
    }),
    tanstackStart({
      srcDirectory: 'src/app',
      router: {
        ...GENERATED,
        routeFileIgnorePattern: '\\.css$',
        codeSplittingOptions: {
          // A page asks for both of its components at once.
          defaultBehavior: [['component', 'errorComponent']],
          // Keeps the loaders of these pages out of the scripts of other pages.
          splitBehavior: ({ routeId }) => (SPLIT_LOADERS.test(routeId) ? [['loader', 'component']] : undefined),
        },
      },
    }),
    react(),
  ],
  // The worker that reads scripts loads the reader of each format when it is needed.
  worker: { format: 'es' },
  // The first browsers that know light-dark(), which must reach them as it is: it resolves where a token is used.
  build: {
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The map is a megabyte, loaded when it is looked at; tests/page-weight.test.ts guards what every page loads.
    chunkSizeWarningLimit: 1_200,
  },
  environments: {
    // Rendering needs no packages at run time, so that a production installation has those of the server only.
    ssr: { resolve: { noExternal: true } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // The entry script, which loads the others.
                { name: 'entry', tags: ['$initial'], priority: 5 },
                {
                  name: 'vendor',
                  test: /src\/app\/hydration\/|node_modules\/(react|react-dom|scheduler|@tanstack)\//,
                  priority: 4,
                },
                // With the hook of all forms, which would otherwise bring the packages into what most pages share.
                {
                  name: 'forms',
                  test: /node_modules\/(react-hook-form|@hookform)\/|src\/ui\/useValidatedForm\./,
                  includeDependenciesRecursively: false,
                  priority: 3,
                },
                // One file for what most pages share: many small files cost more in requests than they save in bytes.
                { name: 'shared', test: /src\//, minShareCount: 37, priority: 1 },
                // The wizard and the back office share these: one file compresses better than eight.
                {
                  name: 'fields',
                  test: /src\/features\/locations\/(catalogue\/fields\/|decisions\/|editing\/images\/(image-requirements|schema)|working-copy\/(schema|client))/,
                  includeDependenciesRecursively: false,
                  minShareCount: 2,
                },
                // Loaded on demand: one name in the list of scripts, which every page loads.
                {
                  name: 'availability',
                  test: /src\/features\/availability\/(?!ui\/(availability-section|AvailabilitySection|DatesDialog))/,
                  includeDependenciesRecursively: false,
                },
                // Fewer pages share these, but most visitors open several of them.
                {
                  name: 'browse',
                  test: new RegExp(`src/(${PUBLIC_UI.join('|')})[/.]`),
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  },
});
