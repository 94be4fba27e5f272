import { readFileSync } from 'node:fs';

export interface ApiGuide {
  /** What a reader needs before the first call, in Markdown. */
  introduction: string;
  /** The section of each call, by its name: 'GET /api/listings'. */
  calls: Map<string, string>;
}

/** The page `docs/api.md` in pieces, so that `/api/docs` shows each where it belongs. */
export function readApiGuide(): ApiGuide {
  const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  // Links between files of the repository lead nowhere from the server.
  const text = page.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
  const [introduction = '', ...sections] = text.split(/^(?=### [A-Z]+ \/)/m);
  const calls = sections.map((section) => {
    const [name = '', ...lines] = section.slice('### '.length).split('\n');
    return [name, withoutNextHeading(lines.join('\n'))] as const;
  });
  return {
    introduction: withoutNextHeading(introduction.replace(/^# .*\n/, '')),
    calls: new Map(calls),
  };
}

/** A heading of the calls that follow ends the section before it. */
function withoutNextHeading(section: string): string {
  return section.replace(/^## (?!Before)[^]*$/m, '').trim();
}
