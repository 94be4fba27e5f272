import { linkify } from './linkify.ts';

/** A message as text, with its web addresses clickable. */
export function MessageText({ content }: { content: string }) {
  let offset = 0;
  return linkify(content).map(({ text, href }) => {
    const key = offset;
    offset += text.length;
    if (!href) return text;
    return (
      <a key={key} href={href} target="_blank" rel="noopener nofollow ugc">
        {text}
      </a>
    );
  });
}
