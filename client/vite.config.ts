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
import { guidelines, guidelinesVersion } from '../shared/src/moderation/guidelines.ts';
import { recordEarlyInput, startAfterPaint } from './src/app/before-hydration.ts';

/**
 * The oldest supported browsers, as build targets. `lib` in `tsconfig.json` and
 * `no-restricted-properties` in `.oxlintrc.json` reject newer functions.
 */
export const oldestBrowsers = ['chrome120', 'edge120', 'firefox125', 'safari17', 'ios17'];

// The library code that the first view of every public page needs, in one file. One file compresses
// better than many small ones, and it changes only when the libraries do.
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
  // Everything except the WebSocket link.
  '@trpc/client/dist/(?:index|http|split|TRPCClientError|objectSpread|unstable)[^/]*',
  '@mantine/hooks/esm/(?:utils/use-callback-ref|use-debounced-callback)',
  // The excluded utilities are only for menus, tabs, and dialogs.
  '@mantine/core/esm/core/(?!utils/(?:create-scoped|find-element|get-context|close-on|shallow))[^]*',
  `@mantine/core/esm/components/(?:${mantine})`,
];
const vendor = new RegExp(`node_modules/(?:${firstView.join('|')})(?:/|$)`);

/** Form fields, in one file because a page with a form uses most of them. */
const fields =
  /@mantine\/core\/esm\/components\/(?:Input|InputBase|InlineInput|TextInput|Textarea|NativeSelect|Checkbox|CloseButton)\//;

// Without the constants that only admins, reports and Settings use.
const words =
  /shared\/src\/(?:outcomes\/|texts\.ts|(?!factors|moderation|screening|webhooks)[a-z]+\/constants\.ts)|client\/src\/(?:api\/failure|ui\/icons\/listing-icons)\.tsx?/;

/** The code that updates listings live. It loads after the page is complete. */
const live =
  /client\/src\/(?:api\/(?:socket-link|keep-subscribed)|features\/listings\/(?:live\/(?:follow-visible-listings|changes|visible-listings)|saved\/NewListings))\.(?:tsx?|module\.css)$/;

/** The layout of every page and the code that listing pages share, in one file as well. */
const app =
  /client\/src\/(?:entry-client|ui\/breadcrumbs\/Breadcrumbs|features\/listings\/browse\/(?:FilterBar|ResultsLine|ListingResults|use-listings))\.tsx?$/;

/** Modules of a few lines that several pages and dialogs share. */
const small =
  /client\/src\/(?:ui\/(?:AwayNote|list\.module\.css|focus-step|NoticePage|time\/use-today)|config\/use-path-id|api\/use-client-id|features\/(?:factors\/factor-need|hidden\/use-hiding|listings\/held-text|messaging\/use-unblock))|shared\/src\/(?:auth\/next-path|listings\/details|moderation\/suspension)\./;

/** The hooks of Mantine, except those that few pages use. */
const hooks =
  /@mantine\/hooks\/(?!esm\/use-(?:hotkeys|interval|local-storage\/use|long-press|network)\b)/;

// Without this option, a group also includes everything that its files import, used or not.
const alone = { includeDependenciesRecursively: false };
const groups = [
  // In its own group, so that the first view does not load the WebSocket code.
  { name: 'socket', test: /wsLink/, priority: 1, ...alone },
  { name: 'vendor', test: vendor },
  { name: 'fields', test: fields, ...alone },
  { name: 'app', test: app },
  // Small modules that dialogs, menus, and pages share. Each page's scripts list all files it may
  // load, so one file per module would cost more in names than in code.
  { name: 'hooks', test: hooks, ...alone },
  { name: 'overlays', test: /esm\/components\/(?:FocusTrap|Paper|Portal|Overlay)\//, ...alone },
  { name: 'small', test: small, ...alone },
  // The pages that links in emails open.
  { name: 'link-pages', test: /(?:ListingLink|Unsubscribe|Decision)Page\.tsx$/, ...alone },
  { name: 'words', test: words, ...alone },
  { name: 'live', test: live, ...alone },
];

const router = fileURLToPath(import.meta.resolve('react-router'));

export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  css: { modules: { generateScopedName: scopedName } },
  plugins: [react(), policies(), themeVariables(), paintFirst(), compress()],
  resolve: {
    // react-router exposes its production build under no export condition that Vite sets, and
    // react-router-dom only re-exports it.
    alias:
      command === 'serve'
        ? []
        : [
            {
              find: /^react-router(-dom)?$/,
              replacement: router.replace('development', 'production'),
            },
          ],
  },
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  // One bundle, so that the server does not load thousands of icon modules.
  ssr: { noExternal: isSsrBuild ? true : ['@mantine/core', '@mantine/hooks'] },
  build: {
    target: oldestBrowsers,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // One style sheet, so that src/entry-client.tsx sets the order, whatever chunk loads first.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutFirstView },
    reportCompressedSize: false,
    rolldownOptions: {
      // The package does not declare it. Without it, the WebSocket code ends up in the first view.
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: { groups },
            // The first view lists the files of all pages. Shorter hashes save bytes there.
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
    },
  },
}));

/** Leaves out the files that every page has loaded, since each script lists those it preloads. */
function withoutFirstView(_file: string, files: string[], { hostType }: { hostType: string }) {
  const loaded = /\/(?:vendor|rolldown-runtime|app)-/;
  return hostType === 'js' ? files.filter((file) => !loaded.test(file)) : files;
}

/** Returns a short class name for a CSS module, since scripts and pages repeat it. */
function scopedName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(import.meta.dirname, file));
  return `${name}-${hash.digest('base64url').slice(0, 4)}`;
}

/** The numbered rules, as HTML within Markdown. Emails and decisions link to their anchors. */
const communityRules = `<ol class="rules">${guidelines
  .map(({ title, text }, at) => `<li id="rule-${at + 1}"><strong>${title}.</strong> ${text}</li>`)
  .join('')}</ol>

Last updated: ${new Date(guidelinesVersion).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`;

/** Turns each policy's Markdown file into a module that exports its page. */
function policies(): Plugin {
  return {
    name: 'policies',
    transform: {
      filter: { id: /\/policies\/\w+\.md(?:\?|$)/ },
      handler(markdown) {
        const html = marked
          .parse(markdown.replace('{communityRules}', communityRules), { async: false })
          .replace('<p>Last updated:', '<p data-updated>Last updated:');
        const code = `import { policyPage } from './policy-page.tsx';
          export const Component = policyPage(${JSON.stringify(html)});`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

// The style sheets of the Mantine components in use, in Mantine's own order, since a later one may
// override an earlier one. They are in the layer `mantine`, so that our styles override them
// wherever they load.
const mantineSheets = `
  baseline default-css-variables global ScrollArea UnstyledButton VisuallyHidden Paper Overlay
  Popover Loader ActionIcon CloseButton Group ModalBase Input Alert Text Anchor Combobox InlineInput
  Checkbox Badge Button Center Container Divider Menu Modal Notification Progress Tooltip
  SegmentedControl SimpleGrid Skeleton Stack Switch Table Tabs Title`
  .trim()
  .split(/\s+/);

/**
 * Provides Mantine's style sheets and the theme's CSS variables. Mantine would compute the
 * variables for every page and inline 14 KB, so stubs replace its default colors and the code that
 * computes them.
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
        const sheets = mantineSheets.map((name) => {
          const sheet = import.meta.resolve(`@mantine/core/styles/${name}.layer.css`);
          return readFile(fileURLToPath(sheet), 'utf8');
        });
        const variables = renderToStaticMarkup(provider).replace(/<\/?style[^>]*>/g, '');
        return [...(await Promise.all(sheets)), variables].join('\n');
      },
    },
  };
}

/** Puts the style sheet first in index.html, and the scripts where they run after the paint. */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    transformIndexHtml: {
      order: 'post',
      handler(source, { server }) {
        const html = source
          .replace('<!--record-early-input-->', `<script>(${recordEarlyInput})()</script>`)
          .replace('<!--start-after-paint-->', `<script>(${startAfterPaint})()</script>`);
        if (server) return html;
        const sheet = /<link rel="stylesheet"[^>]*>\s*/g;
        const module =
          /<link rel="modulepreload"[^>]*>\s*|<script type="module"[^>]*><\/script>\s*/g;
        const all = (tag: RegExp) => (html.match(tag) ?? []).join('');
        return html
          .replaceAll(sheet, '')
          .replaceAll(module, '')
          .replace('<!--head-->', `${all(sheet)}<!--head-->`)
          .replace('<!--modules-->', `<!--modules-->${all(module)}`);
      },
    },
  };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compresses each text file of the build, so that the server only sends files. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: (config, { isSsrBuild }) => config.build !== undefined && !isSsrBuild,
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(texts.map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  // zlib's default window of 4 MB would cost more memory and time than the files do.
  const window = Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(content.length)));
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: lgwin } = constants;
  const small = await brotli(content, { params: { [quality]: 9, [lgwin]: window } });
  await writeFile(`${path}.br`, small);
  await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }));
}
