import { IconPhoto } from '@tabler/icons-react';
import { Picture } from '../../../ui/Picture.tsx';
import classes from './Thumbnail.module.css';

interface Props {
  /** The listing's first picture. */
  image: string | null;
  /** Edge in px. */
  size: number;
}

/** The listing's picture beside its title, which says what it shows. */
export function Thumbnail({ image, size }: Props) {
  const style = { width: size, height: size };
  if (image) {
    return (
      <Picture className={classes.thumbnail} style={style} src={image} alt="" sizes={`${size}px`} />
    );
  }
  return (
    <span className={classes.thumbnail} style={style}>
      <IconPhoto size={size / 2.4} stroke={1.5} aria-hidden />
    </span>
  );
}
