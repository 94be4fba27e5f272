import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath, startDemoServer } from './demo-server.ts';
import { run } from './run.ts';

/*
 * `npm run lighthouse`: prints Google Lighthouse's phone scores for the three pages that most
 * visitors see first, on the built client with the demo data. Exits with 1 if a score is too low.
 */
const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

interface Report {
  runtimeError?: { code: string; message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

const chromium = chromiumPath();
const { url, directory, close } = await startDemoServer();
let low = 0;
try {
  const newest = await fetch(`${url}/api/listings?limit=1`);
  const [listing] = (await newest.json()) as { id: string }[];
  for (const path of ['/', '/listings', `/listings/${listing?.id}`]) {
    low += judge(path, await measure(`${url}${path}`));
  }
} finally {
  await close();
}
process.exitCode = low > 0 ? 1 : 0;

async function measure(page: string, tries = 1): Promise<Report> {
  const file = join(directory, 'lighthouse.json');
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const command = [
    ...['npx', '--yes', 'lighthouse@13.5.0', page, '--quiet', '--output=json'],
    `--output-path=${file}`,
    `--only-categories=${Object.keys(leastScores).join(',')}`,
    `--chrome-flags=${flags.join(' ')}`,
  ];
  const env = { CHROME_PATH: chromium };
  const { code, output } = await run(command, { keep: true, env });
  if (code !== 0) throw new Error(`Lighthouse failed for ${page}.\n${output}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (!report.runtimeError) return report;
  // Chromium's trace sometimes lacks its start. Lighthouse then says to run it again.
  if (report.runtimeError.code === 'NO_NAVSTART' && tries < 5) return measure(page, tries + 1);
  throw new Error(`Lighthouse on ${page}: ${report.runtimeError.message}`);
}

/** Prints a page's scores, and what lowers them. Returns how many are too low. */
function judge(path: string, { categories, audits }: Report): number {
  const scores = Object.entries(leastScores).map(([name, least]) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    return { name, score, isLow: score < least };
  });
  console.log(`${path}: ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}`);
  const tooLow = scores.filter(({ isLow }) => isLow);
  for (const { name } of tooLow) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (!audit || weight === 0 || (audit.score ?? 1) >= 0.9) continue;
      console.log(`  ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
  return tooLow.length;
}
