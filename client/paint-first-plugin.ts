import type { Plugin } from 'vite';

/**
 * Puts what the bundler adds to the head of index.html where it belongs for a page that is painted
 * before it is alive: the style sheet before all that the browser should fetch, the modules into the
 * template that is opened after the first paint.
 */
export function paintFirstPlugin(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
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
