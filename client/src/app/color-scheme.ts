import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { ground } from './theme.ts';

/** What a reader may choose, as Mantine keeps it in localStorage; index.html reads it before it paints. */
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

/** The browser's own bars follow the system by themselves, and a choice by this. */
function colorBrowserBars(chosen: MantineColorScheme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = ground[chosen === 'auto' ? system : chosen] ?? '';
  }
}
