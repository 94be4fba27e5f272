import type { ComponentProps, ReactElement } from 'react';

// The icons of the first view. The other files in this folder have those that only other pages
// need. Copied from Tabler Icons 3.51 (tabler.io/icons, license in LICENSE.txt), whose package
// would be a third of all files to install.

/** `size` is in px; `stroke` is the line width on the 24 x 24 grid. */
type IconProps = Omit<ComponentProps<'svg'>, 'stroke'> & { size?: number; stroke?: number };

export type Icon = (props: IconProps) => ReactElement;

/** Returns an outline icon. */
export function outline(path: string): Icon {
  return ({ size = 24, stroke = 2, color = 'currentColor', ...props }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  );
}

export const IconBuildingStore = outline(
  'M3 21l18 0M3 7v1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1h-18l2-4h14l2 4M5 21l0-10.15M19 21l0-10.15M9 21v-4a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v4',
);
export const IconCopy = outline(
  'M7 9.667a2.667 2.667 0 0 1 2.667-2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1-2.667 2.667h-8.666a2.667 2.667 0 0 1-2.667-2.667l0-8.666M4.012 16.737a2.005 2.005 0 0 1-1.012-1.737v-10c0-1.1 .9-2 2-2h10c.75 0 1.158 .385 1.5 1',
);
export const IconHeart = outline(
  'M19.5 12.572l-7.5 7.428l-7.5-7.428a5 5 0 1 1 7.5-6.566a5 5 0 1 1 7.5 6.572',
);
export const IconMessageCircle = outline(
  'M3 20l1.3-3.9c-2.324-3.437-1.426-7.872 2.1-10.374c3.526-2.501 8.59-2.296 11.845 .48c3.255 2.777 3.695 7.266 1.029 10.501c-2.666 3.235-7.615 4.215-11.574 2.293l-4.7 1',
);
export const IconPhoto = outline(
  'M15 8h.01M3 6a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-12M3 16l5-5c.928-.893 2.072-.893 3 0l5 5M14 14l1-1c.928-.893 2.072-.893 3 0l3 3',
);
export const IconPlus = outline('M12 5l0 14M5 12l14 0');
export const IconSearch = outline('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21l-6-6');
export const IconUser = outline(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2',
);

export const IconStarFilled: Icon = ({
  size = 24,
  color = 'currentColor',
  stroke: _,
  ...props
}) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill={color} {...props}>
    <path d="M8.243 7.34l-6.38 .925l-.113 .023a1 1 0 0 0-.44 1.684l4.622 4.499l-1.09 6.355l-.013 .11a1 1 0 0 0 1.464 .944l5.706-3l5.693 3l.1 .046a1 1 0 0 0 1.352-1.1l-1.091-6.355l4.624-4.5l.078-.085a1 1 0 0 0-.633-1.62l-6.38-.926l-2.852-5.78a1 1 0 0 0-1.794 0l-2.853 5.78z" />
  </svg>
);
