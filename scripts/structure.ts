import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './run.ts';

/**
 * The limits for the size of the code and for dependencies between its parts. `npm run check` runs
 * this file: it prints each figure next to its limit, with `--list` also what it counted, and fails
 * above a limit.
 */
const limits = {
  'source files': 910,
  'source lines': 89_000,
  'folders over 25 sources': 0,
  'imports against the layers': 0,
  'files in import cycles': 0,
  'mutual feature pairs': 0,
  'pointers that lead nowhere': 0,
  'retired words': 0,
};

/** The text of each file by its path. */
export type Files = ReadonlyMap<string, string>;

interface Project {
  /** The code that ships or builds, without tests, fixtures and generated files. */
  sources: Files;
  /** The text of every TypeScript file by its path, tests and generated files included. */
  modules: Files;
  /** The text of each Markdown file by its path. */
  pages: Files;
  /** The path of every file that comments and links may point to. */
  paths: ReadonlySet<string>;
}

export type Figures = Record<keyof typeof limits, { count: number; items?: string[] }>;

/** Names that this code once used for things with a standard name. */
const retired = new RegExp(
  [
    String.raw`\b(?:Parts|gather|patience|\w+MayTake|frameOf|takeHold)\b|[:<] ?Decid(?:ing|ed)\b`,
    String.raw`\b(?:tellPeople|Told|News|AdminNews|AdminDesk|takeOpenCase|lockOut|letIn|isHeld|hearEvent)\b`,
    String.raw`\b(?:findSending|gatherUnread|otherSides|keepTrying|Roster|Watchers|Trail|conclude|settle)\b`,
  ].join('|'),
  'g',
);

/** Matches a pointer to a document. The group is its path, or empty for unknown documents. */
const pointer = /\bspecification sections?|[(](?:specification|decisions:)|\b(docs\/[\w/-]+\.\w+)/g;

/** Matches a link to a file or a heading. '/settings' is a page of the product, not a file. */
const relativeLink = /\]\((?![\w+.-]+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** The layers of each package. A layer may import only from itself and the layers before it. */
const layers = [
  [
    'client/src/config/',
    'client/src/ui/',
    'client/src/api/',
    'client/src/features/',
    'client/src/app/',
  ],
  ['server/src/platform/', 'server/src/realtime/', 'server/src/features/'],
];

/** Counts everything that has a limit. */
export function measure({ sources, modules, pages, paths }: Project): Figures {
  const imports = importsOf(sources);
  // The list of retired words does not count.
  const others = [...sources].filter(([path]) => path !== 'scripts/structure.ts');
  const folders = Map.groupBy(sources.keys(), (path) => dirname(path));
  const lines = [...sources.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  return {
    'source files': { count: sources.size },
    'source lines': { count: lines },
    'folders over 25 sources': listed(
      [...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder),
    ),
    'imports against the layers': listed(
      imports.filter(isAgainstLayers).map(({ from, to }) => `${from} -> ${to}`),
    ),
    'files in import cycles': listed(filesInCycles(modules)),
    'mutual feature pairs': listed(mutualPairs(imports)),
    'pointers that lead nowhere': listed([
      ...matchesOf(sources, pointer, ([, path = '']) => !paths.has(path)),
      ...brokenLinks(pages, paths),
    ]),
    'retired words': listed(matchesOf(new Map(others), retired)),
  };
}

interface Import {
  from: string;
  to: string;
}

/** Returns which file imports which, across workspaces. Packages are left out. */
export function importsOf(sources: Files): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(/(?:from|import) ?\(?'(\.|@marketplace\/)([^']+)'/g)].map(
      ([, start = '', rest = '']) => ({
        from,
        to:
          start === '.'
            ? posix.join(posix.dirname(from), start + rest)
            : `${rest.replace('/', '/src/')}.ts`,
      }),
    ),
  );
}

function isAgainstLayers({ from, to }: Import): boolean {
  return layers.some((order) => {
    const [importer, imported] = [from, to].map((path) =>
      order.findIndex((layer) => path.startsWith(layer)),
    );
    return importer !== undefined && imported !== undefined && importer >= 0 && imported > importer;
  });
}

/**
 * Returns the files that import each other in a cycle, type imports included. It drops files that
 * import no other file, or that no other file imports, until each one left has both.
 */
function filesInCycles(modules: Files): string[] {
  const imports = importsOf(modules).filter(({ to }) => modules.has(to));
  let left = new Set(modules.keys());
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    const inside = imports.filter(({ from, to }) => left.has(from) && left.has(to));
    const importers = new Set(inside.map(({ from }) => from));
    left = new Set(inside.map(({ to }) => to).filter((to) => importers.has(to)));
  }
  return [...left];
}

/** Returns the pairs of features in one package that import each other. */
function mutualPairs(imports: readonly Import[]): string[] {
  const featureOf = (path: string) => /^\w+\/src\/features\/[\w-]+/.exec(path)?.[0];
  const pairs = new Set(
    imports.flatMap(({ from, to }) => {
      const [a, b] = [featureOf(from), featureOf(to)];
      return a && b && a !== b ? [`${a} <-> ${b}`] : [];
    }),
  );
  return [...pairs].filter((pair) => {
    const [a = '', b = ''] = pair.split(' <-> ');
    return a < b && pairs.has(`${b} <-> ${a}`);
  });
}

function brokenLinks(pages: Files, paths: ReadonlySet<string>): string[] {
  return [...pages].flatMap(([page, text]) =>
    matchesOf(new Map([[page, text]]), relativeLink, ([, path, heading]) => {
      const target = path ? posix.join(posix.dirname(page), path) : page;
      if (!paths.has(target)) return true;
      return heading !== undefined && !anchorsOf(pages.get(target) ?? '').has(heading);
    }),
  );
}

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function matchesOf(
  sources: Files,
  pattern: RegExp,
  counts: (match: RegExpExecArray) => boolean = () => true,
): string[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].filter(counts).map(([found]) => `${path}: ${found}`),
  );
}

function listed(items: string[]): { count: number; items: string[] } {
  return { count: items.length, items };
}

function filesOfProject(): string[] {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => existsSync(join(root, path)));
}

function isSource(path: string): boolean {
  if (/\/test\/|\.(?:test|fixtures|contract|generated)\.tsx?$/.test(path)) return false;
  return /^(?:server|client|shared|db|scripts)\/.*\.(?:ts|tsx|mjs|css)$/.test(path);
}

function read(paths: readonly string[]): Files {
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

if (import.meta.main) {
  const paths = filesOfProject();
  const figures = measure({
    sources: read(paths.filter(isSource)),
    modules: read(paths.filter((path) => /\.tsx?$/.test(path))),
    pages: read(paths.filter((path) => path.endsWith('.md'))),
    paths: new Set(paths),
  });
  for (const [name, { count, items = [] }] of Object.entries(figures)) {
    const limit = limits[name as keyof typeof limits];
    console.log(`${name.padEnd(28)}${String(count).padStart(7)} of ${limit}`);
    if (process.argv.includes('--list')) for (const item of items) console.log(`  ${item}`);
    if (count > limit) process.exitCode = 1;
  }
}
