import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { oldestBrowsers } from './browsers.ts';
import { compressPlugin } from './compress-plugin.ts';
import { paintFirstPlugin } from './paint-first-plugin.ts';

/*
 * What the first view of every public page needs of the libraries, in one file: it compresses better
 * than many small ones, and changes only with them.
 */
const mantine =
  'Anchor|Button|Container|Group|Loader|Skeleton|Stack|Text|Title|Transition|UnstyledButton|VisuallyHidden';
const firstView = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'cookie',
  '@tanstack',
  '@trpc/react-query',
  '@trpc/server',
  // All but the WebSocket.
  '@trpc/client/dist/(?:index|http|split|TRPCClientError|objectSpread|unstable)[^/]*',
  '@mantine/hooks/esm/(?:utils/use-callback-ref|use-debounced-callback)',
  // Some of its tools are for menus, tabs and dialogs alone.
  '@mantine/core/esm/core/(?!utils/(?:create-scoped|find-element|get-context|close-on|shallow))[^]*',
  `@mantine/core/esm/components/(?:${mantine})`,
];
const vendor = new RegExp(`node_modules/(?:${firstView.join('|')})(?:/|$)`);

/** The fields of forms, in one file too: a page with a form uses most of them. */
const fields =
  /@mantine\/core\/esm\/components\/(?:Input|InputBase|InlineInput|TextInput|Textarea|NativeSelect|Checkbox|CloseButton)\//;

const productionRouter = {
  find: /^react-router(-dom)?$/,
  replacement: fileURLToPath(import.meta.resolve('react-router')).replace(
    'development',
    'production',
  ),
};

export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), paintFirstPlugin(), compressPlugin()],
  resolve: {
    // The package offers its production build to nobody who asks in the usual ways, and the -dom
    // package is nothing but its names.
    alias: isSsrBuild || command === 'serve' ? [] : [productionRouter],
  },
  // The server loads one file instead of thousands of icon modules.
  ssr: { noExternal: isSsrBuild ? true : ['@mantine/core', '@mantine/hooks'] },
  build: {
    target: oldestBrowsers,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // One style sheet: its order is the order of src/app/styles.ts, whatever chunk loads first.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Not said by the package itself; with it the WebSocket code stays out of the first view.
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              groups: [
                // Apart, because a group takes in whatever its files import, used or not.
                {
                  name: 'socket',
                  test: /wsLink/,
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
                { name: 'vendor', test: vendor },
                { name: 'fields', test: fields, includeDependenciesRecursively: false },
              ],
            },
          },
    },
  },
}));
