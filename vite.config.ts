import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    tanstackStart({
      srcDirectory: 'src/app',
      router: { routeFileIgnorePattern: '\\.css$', quoteStyle: 'single', semicolons: true },
    }),
    react(),
  ],
  // The first browsers that know light-dark(), which must reach them as it is: it resolves where a token is used.
  build: {
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The map is a megabyte, loaded when it is looked at; tests/page-weight.test.ts guards what every page loads.
    chunkSizeWarningLimit: 1_200,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // The first script, with what it loads the others with: in a file with them that would bring them along.
                {
                  name: 'loading',
                  test: /vite\/preload-helper|app\/(client|hydration\/deferred-modulepreload)\.tsx?/,
                  priority: 5,
                },
                // zod is told not to make code from text before the first schema is built, which is in another chunk.
                { name: 'zod', test: /node_modules\/zod\/|app\/hydration\/zod-without-eval\.ts/, priority: 4 },
                // The back office alone asks before unsaved changes are left.
                {
                  name: 'app',
                  test: /app\/hydration\/hydrate\.tsx|node_modules\/(react|react-dom|scheduler|@tanstack(?!\/react-router\/dist\/esm\/useBlocker))\//,
                  priority: 3,
                },
                // What checks a form while it is filled in: most pages have none.
                { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 2 },
                // What boards and owners work with, and nobody else.
                {
                  name: 'work',
                  test: /src\/ui\/(ConfirmDialog|DragHandle|LazyMount|Menu|[Pp]ager|useErrorDialog|useFocusById|useSortable)\./,
                  priority: 2,
                },
                // What most pages share is one file: many small ones cost more in requests than they save in bytes. Forms,
                // boards, a location in full and what owners register are shared too, but by few of the pages that most
                // people see; and nobody but the Locations Team sees the back office.
                {
                  name: 'shared',
                  test: /src\/(app(?!\/(components\/LocationDetails|navigation\/table-search))|ui(?!\/(ConflictDialog|useValidatedForm|record|table(?!\/saved-list-query)))|platform|features(?!\/(audit-log|boards|geography|notifications|operations|subjects|accounts\/administration|content\/editing|search\/(engine|highlight|ui\/Marked)|[a-z-]+\/ui\/admin|locations\/(contacts|documents|fields(?!\/(facts|precision))|images|admin-list|ownership|publishing|record|submission|ui\/(FieldControl|LocationHero|StatusLabel|area|images|admin-list|record|wizard)))))/,
                  minShareCount: 3,
                  priority: 1,
                },
                // The find page with what it shares with one or two others. After what is shared, which it must not take along.
                {
                  name: 'find',
                  test: /src\/(app\/routes\/find-a-location\.index|ui\/idle|features\/(geography\/ui\/(InView|map\.css)|search\/(engine|highlight|ui\/(Marked|SearchField|search-field))))/,
                  priority: 0,
                },
                // What every page of the back office works with. After what is shared, which it must not take along.
                {
                  name: 'admin',
                  test: /useBlocker|src\/(ui\/(record|table)\/|app\/navigation\/table-search|features\/content\/ui\/admin\/AdminBar)/,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
  },
});
