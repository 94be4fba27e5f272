import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

/** The choices, with Mantine's values. index.html applies the stored one before the first paint. */
export const colorSchemes: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Returns the chosen color scheme, and a function that changes it for this browser. */
export function useColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    colorScheme,
    choose(chosen: MantineColorScheme) {
      setColorScheme(chosen);
      // The browser's toolbars otherwise follow the system's scheme.
      const style = getComputedStyle(document.documentElement);
      for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
        const system = meta.media.includes('dark') ? 'dark' : 'light';
        meta.content = style.getPropertyValue(`--ground-${chosen === 'auto' ? system : chosen}`);
      }
    },
  };
}
