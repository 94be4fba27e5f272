import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './run.ts';

/**
 * How large the code is and how its parts depend on each other. `npm run check` runs this file: it
 * prints each figure beside its limit, with `--list` what it counted, and fails above a limit.
 */
const limits = {
  'source files': 793,
  'source lines': 75_750,
  'folders over 25 sources': 0,
  'imports against the layers': 0,
  'mutual feature pairs': 0,
  'pointers that lead nowhere': 0,
  'retired words': 0,
};

/** Texts of files by path. */
export type Files = ReadonlyMap<string, string>;

interface Project {
  /** The TypeScript and CSS that ships or builds, without tests, fixtures and generated files. */
  sources: Files;
  /** The Markdown files. */
  pages: Files;
  /** The path of every file, which comments and links may point to. */
  paths: ReadonlySet<string>;
}

export type Figures = Record<keyof typeof limits, { count: number; items?: string[] }>;

/** Names that this code once used for things that have a standard name. */
const retired = new RegExp(
  [
    String.raw`\b(?:Parts|gather|patience|\w+MayTake|frameOf|takeHold)\b|[:<] ?Decid(?:ing|ed)\b`,
    String.raw`\b(?:tellPeople|Told|News|AdminNews|AdminDesk|takeOpenCase|lockOut|letIn|isHeld|hearEvent)\b`,
    String.raw`\b(?:findSending|gatherUnread|otherSides|keepTrying|Roster|Watchers|Trail|conclude|settle)\b`,
  ].join('|'),
  'g',
);

/** What points to a document; the group is its path, absent where the project has no such document. */
const pointer = /\bspecification sections?|[(](?:specification|decisions:)|\b(docs\/[\w/-]+\.\w+)/g;

/** A link of a page to another file or to a heading of a page; '/settings' is a page of the product. */
const relativeLink = /\]\((?![\w+.-]+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** In each package a layer imports the ones before it, never one after it. */
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

/** Counts everything there is a limit for. */
export function measure({ sources, pages, paths }: Project): Figures {
  const imports = importsOf(sources);
  // The list of retired words itself does not count.
  const others = [...sources].filter(([path]) => path !== 'scripts/structure.ts');
  const folders = Map.groupBy(sources.keys(), (path) => dirname(path));
  // Migrations are never moved, and each change of a table adds one.
  folders.delete('db/src/migrations');
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

function importsOf(sources: Files): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, specifier = '']) => ({
      from,
      to: posix.join(posix.dirname(from), specifier),
    })),
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

/** Features of one package that import each other. */
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

/** The names under which GitHub links to the headings of a page. */
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
