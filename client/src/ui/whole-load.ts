/** Resolves once the page and all its pictures are there. */
export async function wholeLoad(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
