import { setMaxListeners } from 'node:events';

/**
 * What the client's code of live events asks of a browser, for pages that live in this process. To
 * be imported before that code.
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
// Many pages share it.
setMaxListeners(0, browserWindow);
Object.defineProperty(navigator, 'onLine', { value: true });
