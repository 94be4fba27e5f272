import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import {
  openScreen,
  people,
  type Screen,
  screens,
  signInToDemo,
  waitForPictures,
} from '../e2e/screens.ts';
import { chromiumPath, startDemoServer } from './demo-server.ts';
import { root } from './run.ts';

/*
 * `npm run screens`: takes screenshots of every screen and dialog of the built client with the demo
 * data, and writes them to `screens/` with an index. `-- --only chat,landing` selects the screens
 * whose names contain one of these words. `--widths` and `--schemes` select widths and color
 * schemes. Exits with 1 if a screen could not be opened or wrote a warning to the console.
 */
const { values: chosen } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,768,1440' },
    schemes: { type: 'string', default: 'light,dark' },
  },
});
const widths = chosen.widths.split(',').map(Number);
const schemes = chosen.schemes.split(',') as ('light' | 'dark')[];
const words = chosen.only.split(',');
const wanted = screens.filter(({ name }) => words.some((word) => name.includes(word)));

const folder = join(root, 'screens');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const { url, close } = await startDemoServer();
await waitForPictures(url);
const browser = await chromium.launch({ executablePath: chromiumPath() });
const problems: string[] = [];
try {
  for (const [who, email] of Object.entries(people)) {
    const session = email && (await signInToDemo(browser, url, email));
    for (const width of widths) {
      for (const colorScheme of schemes) {
        const context = await browser.newContext({
          baseURL: url,
          colorScheme,
          viewport: { width, height: width < 700 ? 844 : 900 },
          ...(width < 700 && { hasTouch: true, isMobile: true }),
          ...(session && { storageState: session }),
          reducedMotion: 'reduce',
        });
        for (const screen of wanted.filter(({ as }) => as === who)) {
          await photograph(context, screen, `${screen.name}-${width}-${colorScheme}.png`);
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await close();
}
writeFileSync(join(folder, 'index.html'), indexPage());
console.log(`${wanted.length} screens: ${join(folder, 'index.html')}`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function photograph(context: BrowserContext, screen: Screen, file: string) {
  const page = await context.newPage();
  page.on('console', (message) => {
    const text = message.text();
    const isMissing = text.endsWith('404 (Not Found)') && message.location().url === page.url();
    if (isMissing || !['warning', 'error'].includes(message.type())) return;
    problems.push(`${file}: ${text}`);
  });
  page.on('pageerror', (error) => problems.push(`${file}: ${error.message}`));
  page.setDefaultTimeout(10_000);
  try {
    await openScreen(page, screen);
  } catch (error) {
    problems.push(`${file}: ${String(error).split('\n')[0]}`);
  }
  // A dialog fits into the window, but a page may be longer.
  await page.screenshot({ path: join(folder, file), fullPage: !screen.open });
  await page.close();
}

/** Returns a page that shows each screen's pictures in a row. */
function indexPage(): string {
  const rows = wanted.map(({ name }) => {
    const pictures = schemes.flatMap((scheme) =>
      widths.map((width) => {
        const file = `${name}-${width}-${scheme}.png`;
        return `<a href="${file}"><img src="${file}" alt="${width} px, ${scheme}" loading="lazy" height="420"></a>`;
      }),
    );
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
  });
  const style = 'body{font:15px system-ui;margin:24px}div{display:flex;gap:12px;overflow-x:auto}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('')}`;
}
