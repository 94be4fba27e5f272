import { Center } from '@mantine/core';
import { Picture } from '../../../ui/Picture.tsx';
import { IconPhoto } from '../../../ui/icons/icons.tsx';

interface Props {
  /** The listing's first picture. */
  image: string | null;
  /** Edge in px. */
  size: number;
  /** Radius of the corners in px. */
  radius?: number;
}

/** The listing's picture beside its title. */
export function Thumbnail({ image, size, radius = 12 }: Props) {
  const style = {
    flex: 'none',
    width: size,
    height: size,
    borderRadius: radius,
    background: 'var(--line)',
    color: 'var(--mantine-color-dimmed)',
    objectFit: 'cover',
  } as const;
  if (image) return <Picture style={style} src={image} alt="" sizes={`${size}px`} />;
  return (
    <Center component="span" style={style}>
      <IconPhoto size={size / 2.4} stroke={1.5} aria-hidden />
    </Center>
  );
}

/** A dot beside a state, such as that somebody is online. */
export const activeDot = {
  flex: 'none',
  w: 8,
  h: 8,
  bdrs: '50%',
  bg: 'var(--active-dot)',
} as const;
