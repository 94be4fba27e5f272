import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** The files that match the patterns, from the root of the project, each with its text. */
export function readFiles(patterns: string[]): Map<string, string> {
  const paths = globSync(patterns, { cwd: root }).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** What the product is made of, without tests, their fixtures and the demo's data; comments are blanked. */
export function readProduct(): Map<string, string> {
  const files = readFiles(['{client,server,shared}/src/**/*.{ts,tsx}']);
  const isProduct = (path: string) =>
    !/\.(?:test|fixtures)\.tsx?$|\/(?:test|fuzz|demo)\//.test(path);
  return new Map(
    [...files]
      .filter(([path]) => isProduct(path))
      .map(([path, text]) => [path, withoutComments(text)]),
  );
}

function withoutComments(text: string): string {
  // Not the `/*` inside a path with wildcards.
  return text.replace(/(?<=^|[\s{])\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
}

/** `text` as a part of a regular expression; each `{name}` in it as `value`. */
export function patternOf(text: string, value: string): string {
  return text
    .split(/\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join(value);
}
