import { setMaxListeners } from 'node:events';

/**
 * The browser API that the client's live events need, for pages that run in this process. Import
 * this file before the client's code.
 */
class Page extends EventTarget {
  visibilityState = 'visible';
  hidden = false;
  hasFocus = () => true;
}

const stored = new Map<string, string>();
const storage = {
  get length() {
    return stored.size;
  },
  key: (at: number) => [...stored.keys()][at] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const page = { localStorage: storage, setTimeout, clearTimeout };
const browserWindow = Object.assign(new EventTarget(), page);
Object.assign(globalThis, { window: browserWindow, document: new Page() });
// Many pages add listeners to this window.
setMaxListeners(0, browserWindow);
Object.defineProperty(navigator, 'onLine', { value: true });
