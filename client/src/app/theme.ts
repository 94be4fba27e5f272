import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineColorsTuple,
  useMantineColorScheme,
} from '@mantine/core';

/*
 * Contrast (WCAG 2; `theme.test.ts` holds text to 4.5:1 and controls to 3:1).
 * Light: text on ground 15.5, quiet text on ground 6.1, white on river 7 6.0, white on maple 6 4.8,
 * borders of fields 3.5. Dark: text on ground 14.2, quiet text 7.4, links 7.2, white on the primary
 * button 5.0, that button on surfaces 3.1, borders of fields on surfaces 3.8.
 */
const river: MantineColorsTuple = [
  '#eef7f3',
  '#dbede5',
  '#b5dbcb',
  '#8bc8b0',
  '#66b597',
  '#46a07f',
  '#2d8769',
  '#1f6f58',
  '#18594a',
  '#11443a',
];
const maple: MantineColorsTuple = [
  '#fff3e8',
  '#ffe3cb',
  '#fdc699',
  '#f7a565',
  '#ef873b',
  '#dd6c1c',
  '#b95510',
  '#9a450b',
  '#7a370a',
  '#5a2908',
];
const warmGray: MantineColorsTuple = [
  '#faf7f2',
  '#f4efe8',
  '#eae3d9',
  '#ddd4c8',
  '#c6bcae',
  '#a1968a',
  '#7d7368',
  '#655c53',
  '#453f39',
  '#292521',
];
const charcoal: MantineColorsTuple = [
  '#ece7e0',
  '#cfc8be',
  '#b0a79c',
  '#857c72',
  '#5f5850',
  '#47413b',
  '#36312c',
  '#272320',
  '#1c1917',
  '#141210',
];

/** Ground of pages and of the browser's own bars; surfaces (cards, dialogs) lie on it in white or charcoal 7. */
export const ground = { light: warmGray[0], dark: charcoal[8] };

const system =
  "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const fontFamily = `'Figtree Variable', 'Figtree Fallback', ${system}`;

/** Look of every Mantine component. Sizes are in rem of 16 px: 13, 15, 15, 17, 20 and, for titles, 20, 26, 34. */
export const theme = createTheme({
  colors: { river, maple, gray: warmGray, dark: charcoal },
  primaryColor: 'river',
  primaryShade: 7,
  black: '#221e1a',
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      // 34 px, and less on phones so that it seldom needs a second line.
      h1: { fontSize: 'clamp(1.625rem, 5vw, 2.125rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.625rem', lineHeight: '1.25' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.4667', md: '1.4667', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  breakpoints: { xs: '30em', sm: '40em', md: '56.25em', lg: '75em', xl: '90em' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { fw: 600 } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { transition: 'fade', duration: 150 },
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35 } },
      },
    },
    Tooltip: { defaultProps: { openDelay: 700, transitionProps: { duration: 120 } } },
    TooltipGroup: { defaultProps: { openDelay: 700, closeDelay: 300 } },
    // A banner would be the page's own.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        // The first item gets the focus: a menu holds items alone.
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

/**
 * Surfaces and quiet tones where Mantine's own are cold or too faint, and lightness and chroma (OKLCH)
 * of avatars, whose hue depends on the person.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': ground.light,
    '--surface': '#ffffff',
    '--line': warmGray[2],
    '--avatar-ground': '0.9 0.048',
    '--avatar-ink': '0.42 0.07',
    '--accent-text': maple[7],
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': warmGray[7],
    '--mantine-color-placeholder': warmGray[6],
    '--mantine-color-default-border': warmGray[3],
    '--field-line': '#92877b',
    '--mantine-color-anchor': river[7],
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--ground': ground.dark,
    '--surface': charcoal[7],
    '--line': charcoal[6],
    '--avatar-ground': '0.39 0.055',
    '--avatar-ink': '0.92 0.034',
    '--accent-text': maple[3],
    '--mantine-color-body': charcoal[7],
    '--mantine-color-text': charcoal[0],
    '--mantine-color-dimmed': charcoal[2],
    '--mantine-color-placeholder': charcoal[2],
    '--mantine-color-default': charcoal[6],
    '--mantine-color-default-hover': charcoal[5],
    '--mantine-color-default-border': charcoal[5],
    '--field-line': charcoal[3],
    // Lighter than river 7, which would sink into the dark surfaces.
    '--mantine-color-river-filled': '#257d63',
    '--mantine-color-river-filled-hover': '#1f6f58',
    '--mantine-color-anchor': river[4],
    '--mantine-color-error': '#ff8a80',
  },
});

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
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = ground[chosen === 'auto' ? system : chosen] ?? '';
  }
}
