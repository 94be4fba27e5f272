import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineTransition,
} from '@mantine/core';

// The design tokens: colors, type, spacing, corners, shadows, and durations. `controls.css` and
// `overlays.css` apply them to Mantine's components; style sheets of features use the variables at
// the end of this file. `theme.test.ts` enforces a contrast (WCAG 2) of 4.5:1 for text, and of 3:1
// for controls and the focus ring.
// Each color has ten shades, from light to dark.
const shades = {
  river: '#eef7f3 #dbede5 #b5dbcb #8bc8b0 #66b597 #46a07f #2d8769 #1f6f58 #18594a #11443a',
  maple: '#fff3e8 #ffe3cb #fdc699 #f7a565 #ef873b #dd6c1c #b95510 #9a450b #7a370a #5a2908',
  red: '#fdf1ef #fbdfdb #f5bdb6 #ff8a80 #e56a60 #d84a41 #c93a32 #b3261e #a8231c #98201a',
  gray: '#faf7f2 #f4efe8 #eae3d9 #ddd4c8 #c6bcae #a1968a #7d7368 #655c53 #453f39 #292521',
  dark: '#ece7e0 #cfc8be #b0a79c #857c72 #5f5850 #47413b #36312c #272320 #1c1917 #141210',
};
const colors = Object.fromEntries(
  Object.entries(shades).map(([name, text]) => [name, text.split(' ')]),
) as unknown as Record<keyof typeof shades, MantineColorsTuple>;
const { river, maple, red, gray: warmGray, dark: charcoal } = colors;

/** Background of pages and of the browser's toolbars. Surfaces on it are white or charcoal 7. */
export const ground = { light: warmGray[0], dark: charcoal[8] };

const fontFamily =
  "'Figtree Variable', 'Figtree Fallback', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Dialogs fade in; on phones, they slide up from the bottom edge (overlays.css). */
const rise: MantineTransition = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 'var(--dialog-fade)', transform: 'translateY(var(--dialog-rise))' },
  transitionProperty: 'opacity, transform',
};

/** Font sizes are 13, 15, 15, 17, and 20 px; titles are 17, 20, 26, and up to 34 px. */
export const theme = createTheme({
  colors,
  primaryColor: 'river',
  primaryShade: 7,
  black: '#221e1a',
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      // 34 px, and less on phones, so that a title seldom wraps.
      h1: { fontSize: 'clamp(1.625rem, 5vw, 2.125rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.625rem', lineHeight: '1.25' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.4667', md: '1.4667', lg: '1.5', xl: '1.4' },
  // 4, 8, 12, 16, 24 and 32 px.
  spacing: { xxs: '0.25rem', xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  breakpoints: { xs: '30em', sm: '40em', md: '56.25em', lg: '75em', xl: '90em' },
  // 6, 8, 10, 14 and 20 px; the last four are --radius-small, -field, -card and -dialog.
  radius: { xs: '0.375rem', sm: '0.5rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--shadow-card)',
    md: 'var(--shadow-popover)',
    lg: 'var(--shadow-popover)',
    xl: 'var(--shadow-dialog)',
  },
  fontWeights: { bold: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A field has the direction of its text.
    Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Alert: { defaultProps: { py: 'sm' } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'xl',
        transitionProps: { transition: rise, duration: 200, timingFunction: 'ease-out' },
        closeButtonProps: { 'aria-label': 'Close', iconSize: 20, radius: '50%' },
      },
    },
    Overlay: { defaultProps: { color: '#141210', backgroundOpacity: 0.48 } },
    // Menus and suggestion lists are popovers, too.
    Popover: { defaultProps: { radius: 'lg', shadow: 'md', transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 700, radius: 'sm', transitionProps: { duration: 120 } } },
    TooltipGroup: { defaultProps: { openDelay: 700, closeDelay: 300 } },
    // Without a role, the header element would be a banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // Focuses the first item, since a menu contains only items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/**
 * The CSS variables for style sheets. They replace Mantine's colors where those are too cold or too
 * faint. Avatar colors are lightness and chroma (OKLCH); the hue depends on the person. An area in
 * a strong color sets `--focus` to a color that is visible on it.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--ground-light': ground.light,
    '--ground-dark': ground.dark,
    '--radius-small': 'var(--mantine-radius-sm)',
    '--radius-field': 'var(--mantine-radius-md)',
    '--radius-card': 'var(--mantine-radius-lg)',
    '--radius-dialog': 'var(--mantine-radius-xl)',
    '--radius-pill': '999px',
    '--fast': '120ms ease-out',
    '--medium': '160ms ease-out',
    '--slow': '200ms ease-out',
    // Background under the pointer.
    '--hover': 'color-mix(in srgb, var(--mantine-color-text) 6%, transparent)',
  },
  light: {
    '--ground': ground.light,
    '--surface': '#ffffff',
    '--raised': '#ffffff',
    '--line': warmGray[2],
    '--avatar-ground': '0.9 0.048',
    '--avatar-ink': '0.42 0.07',
    '--field': '#fdfbf8',
    '--field-line': '#92877b',
    '--field-line-hover': warmGray[7],
    '--focus': river[7],
    '--selected': river[0],
    '--accent-text': maple[7],
    '--shadow-card': '0 1px 2px rgb(41 37 33 / 6%), 0 6px 20px rgb(41 37 33 / 9%)',
    '--shadow-popover': '0 2px 4px rgb(41 37 33 / 5%), 0 12px 32px rgb(41 37 33 / 14%)',
    '--shadow-dialog': '0 4px 12px rgb(41 37 33 / 8%), 0 24px 64px rgb(41 37 33 / 20%)',
    '--mantine-color-dimmed': warmGray[7],
    '--mantine-color-placeholder': '#756b60',
    '--mantine-color-default-border': warmGray[3],
    '--mantine-color-disabled': warmGray[1],
    '--mantine-color-disabled-color': warmGray[6],
    '--mantine-color-anchor': river[7],
    '--mantine-color-error': red[7],
  },
  dark: {
    '--ground': ground.dark,
    '--surface': charcoal[7],
    // In the dark scheme, a raised surface is lighter, since a shadow would be invisible.
    '--raised': '#302b27',
    '--line': charcoal[6],
    '--avatar-ground': '0.39 0.055',
    '--avatar-ink': '0.92 0.034',
    '--field': '#211e1b',
    '--field-line': charcoal[3],
    '--field-line-hover': charcoal[2],
    '--focus': river[4],
    '--selected': '#21352d',
    '--accent-text': maple[3],
    '--shadow-card': '0 0 0 1px #47413b',
    '--shadow-popover': 'none',
    '--shadow-dialog': 'none',
    '--mantine-color-text': charcoal[0],
    '--mantine-color-dimmed': charcoal[2],
    '--mantine-color-placeholder': charcoal[2],
    '--mantine-color-default-border': charcoal[5],
    '--mantine-color-disabled': charcoal[6],
    '--mantine-color-disabled-color': charcoal[2],
    // Lighter than river 7, which would be too close to the dark surfaces.
    '--mantine-color-river-filled': '#257d63',
    '--mantine-color-river-filled-hover': '#1f6f58',
    '--mantine-color-anchor': river[4],
    '--mantine-color-error': red[3],
  },
});
