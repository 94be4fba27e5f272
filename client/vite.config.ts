import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { marked } from 'marked';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, type Plugin } from 'vite';
import { keepEarlyInput, startAfterPaint } from './src/app/before-hydration.ts';

/**
 * The oldest browsers that the client runs in, as build targets. The library of `tsconfig.json` beside
 * this file and `no-restricted-properties` in `.oxlintrc.json` keep newer functions out.
 */
export const oldestBrowsers = ['chrome120', 'edge120', 'firefox125', 'safari17', 'ios17'];

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

/*
 * Small modules that dialogs, menus and pages share. The names of all files that a page may fetch are in
 * its scripts, so a file for each would weigh more there than in itself.
 */
const hooks = /@mantine\/hooks\//;
const overlays = /@mantine\/core\/esm\/components\/(?:FocusTrap|Paper|Portal|Overlay)\//;
const words =
  /shared\/src\/(?:outcomes\/|texts\.ts|[a-z]+\/constants\.ts)|client\/src\/(?:api\/failure|ui\/icons\/listing-icons)\.tsx?/;

/** What keeps listings live, which comes once a page is whole. */
const live =
  /client\/src\/(?:api\/(?:socket-link|keep-subscribed)|features\/listings\/(?:live\/(?:follow-shown|changes|shown)|saved\/NewListings))\.(?:tsx?|module\.css)$/;

/** The frame of every page and what pages with listings share, in one file for the same reason as the vendor's. */
const app =
  /client\/src\/(?:entry-client|ui\/breadcrumbs\/Breadcrumbs|features\/listings\/browse\/(?:FilterBar|ListedLine|ListingResults|use-listings))\.tsx?$/;

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
  css: { modules: { generateScopedName: scopedName } },
  plugins: [react(), policies(), themeVariables(), paintFirst(), compress()],
  resolve: {
    // The package offers its production build to nobody who asks in the usual ways, and the -dom
    // package is nothing but its names.
    alias: command === 'serve' ? [] : [productionRouter],
  },
  // Servers never load React's development build, whatever NODE_ENV they run with.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
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
                { name: 'app', test: app },
                { name: 'hooks', test: hooks, includeDependenciesRecursively: false },
                { name: 'overlays', test: overlays, includeDependenciesRecursively: false },
                { name: 'words', test: words, includeDependenciesRecursively: false },
                { name: 'live', test: live, includeDependenciesRecursively: false },
              ],
            },
          },
    },
  },
}));

/** The name of a class of a CSS module: short, since scripts and pages have them. */
function scopedName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(import.meta.dirname, file));
  return `${name}-${hash.digest('base64url').slice(0, 4)}`;
}

/** Makes each policy, a Markdown file, a module with its page. */
function policies(): Plugin {
  return {
    name: 'policies',
    transform: {
      filter: { id: /\/policies\/\w+\.md(?:\?|$)/ },
      handler(markdown) {
        const html = marked
          .parse(markdown, { async: false })
          .replace('<p>Last updated:', '<p data-updated>Last updated:');
        const code = `import { policyPage } from './PolicyPage.tsx';
          export const Component = policyPage(${JSON.stringify(html)});`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

/**
 * The theme's CSS variables as a style sheet. Mantine would compute them for every page and put 14 KB
 * into it; what computes them stays out of the client, as do the colors that Mantine comes with.
 */
function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: { filter: { id: /^virtual:theme\.css$/ }, handler: (id) => id },
    load: {
      filter: { id: /^virtual:theme\.css$|\/(?:MantineCssVariables|default-colors)\.mjs$/ },
      async handler(id) {
        if (id.endsWith('default-colors.mjs')) return 'export const DEFAULT_COLORS = {};';
        if (id.endsWith('.mjs')) return 'export const MantineCssVariables = () => null;';
        const { MantineProvider } = await import('@mantine/core');
        const { cssVariables, theme } = await import('./src/app/theme.ts');
        const provider = createElement(MantineProvider, {
          theme,
          cssVariablesResolver: cssVariables,
          withGlobalClasses: false,
        });
        return renderToStaticMarkup(provider).replace(/<\/?style[^>]*>/g, '');
      },
    },
  };
}

/**
 * Makes index.html a page that is painted before its scripts run: the style sheet stands before
 * everything else to fetch, and the modules in the template that opens after the first paint.
 */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    transformIndexHtml: {
      order: 'post',
      handler(source, { server }) {
        const html = source
          .replace('<!--keep-early-input-->', `<script>(${keepEarlyInput})()</script>`)
          .replace('<!--start-after-paint-->', `<script>(${startAfterPaint})()</script>`);
        if (server) return html;
        const sheets = html.match(/<link rel="stylesheet"[^>]*>\s*/g) ?? [];
        const modules =
          html.match(
            /<link rel="modulepreload"[^>]*>\s*|<script type="module"[^>]*><\/script>\s*/g,
          ) ?? [];
        const rest = [...sheets, ...modules].reduce((text, tag) => text.replace(tag, ''), html);
        return rest
          .replace('<!--head-->', `${sheets.join('')}<!--head-->`)
          .replace('<!--modules-->', `<!--modules-->${modules.join('')}`);
      },
    },
  };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const compressible = /\.(js|css|svg)$/;

/** Writes each text file of the build compressed beside it, so that the server only has to send it. */
function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: (config, { isSsrBuild }) => config.build !== undefined && !isSsrBuild,
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => compressible.test(name)).map(compressFile));
    },
  };

  async function compressFile(name: string): Promise<void> {
    const path = join(folder, name);
    const content = await readFile(path);
    // A window for 4 MB, which the library takes else, costs more memory and time than the files.
    const window = Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(content.length)));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: window,
    };
    await Promise.all([
      brotli(content, { params }).then((small) => writeFile(`${path}.br`, small)),
      gzipped(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ]);
  }
}
