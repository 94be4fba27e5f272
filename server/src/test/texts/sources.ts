import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/**
 * Returns the text of each file that matches the patterns, by path from the root of the project.
 */
export function readFiles(patterns: string[]): Map<string, string> {
  const paths = globSync(patterns, { cwd: root }).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Returns the sources of the product without tests, fixtures, demo data and comments. */
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
  // A slash and a star inside a path with wildcards do not start a comment.
  return text.replace(/(?<=^|[\s{])\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
}

/** Returns `text` as a part of a regular expression, with `value` for each `{name}`. */
export function patternOf(text: string, value: string): string {
  return text
    .split(/\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join(value);
}
