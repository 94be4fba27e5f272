import { expect, type Page } from '@playwright/test';

/**
 * Listens to a page like a screen reader, from its next document on. Records text that is added to
 * an existing live region, and alerts when they appear.
 */
export async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const regions = '[aria-live], [role="status"], [role="log"], [role="alert"], output';
    const isAlert = (region: Element) => region.role === 'alert' || region.ariaLive === 'assertive';
    const say = (region: Element, node: Node) => {
      if (region.ariaLive === 'off' || region.closest('[aria-hidden="true"]')) return;
      // Screen readers read a status as a whole, but only the new part of a log.
      const isWhole = region.matches('[role="status"], [role="alert"], output');
      const text = ((isWhole ? region : node).textContent ?? '').replace(/\s+/g, ' ').trim();
      if (text) heard.push(text);
    };
    const observer = new MutationObserver((changes) => {
      const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
      const isNew = (region: Element) => [...added].some((node) => node.contains(region));
      for (const { target, type, addedNodes } of changes) {
        for (const node of type === 'childList' ? addedNodes : [target]) {
          const element = node instanceof Element ? node : node.parentElement;
          for (const alert of node instanceof Element ? node.querySelectorAll(regions) : []) {
            if (isAlert(alert)) say(alert, alert);
          }
          for (
            let region = element?.closest(regions);
            region;
            region = region.parentElement?.closest(regions)
          ) {
            if (isNew(region) && !isAlert(region)) continue;
            say(region, node);
            break;
          }
        }
      }
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
  });
  return {
    /** Waits until a text has been read out, and then forgets all texts so far. */
    async hears(text: string | RegExp): Promise<void> {
      const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
      await expect
        .poll(heard, { message: `${text} is read out` })
        .toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));
      await page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
    },
  };
}
