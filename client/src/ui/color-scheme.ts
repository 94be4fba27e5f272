import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

/** The choices, as Mantine keeps them in localStorage; index.html applies them before the first paint. */
export const colorSchemes: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The chosen color scheme, and how to choose another: for this page and for all that follow. */
export function useColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    colorScheme,
    choose(chosen: MantineColorScheme) {
      setColorScheme(chosen);
      colorBrowserBars(chosen);
    },
  };
}

/** Gives the browser's own bars the chosen scheme; without this they follow the system's. */
function colorBrowserBars(chosen: MantineColorScheme): void {
  const style = getComputedStyle(document.documentElement);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = style.getPropertyValue(`--ground-${chosen === 'auto' ? system : chosen}`);
  }
}
