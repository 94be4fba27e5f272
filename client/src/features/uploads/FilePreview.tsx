import { type ComponentProps, useState } from 'react';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { IconPhoto } from '../../ui/icons/icons.tsx';
import classes from './FilePreview.module.css';

interface Props extends Omit<ComponentProps<'img'>, 'src'> {
  /** The address of the file in this browser. */
  preview: string;
  /** The name of the file. */
  name: string;
  /** The address on the server, if the picture is stored and the user may see it. */
  url?: string | null;
}

const centered = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'center',
};

/**
 * Shows a chosen picture. Most browsers cannot show HEIC: the tile then has the file's name until
 * the file is stored, and the server's picture after that.
 */
export function FilePreview({ preview, name, url = null, alt, ...props }: Props) {
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const src = unreadable === preview ? url && imageUrlAtWidth(url, 640) : preview;
  if (src) return <img {...props} src={src} alt={alt} onError={() => setUnreadable(preview)} />;
  return (
    <span {...props} style={{ ...props.style, ...centered }}>
      <span className={classes.name}>
        <IconPhoto size={24} stroke={1.75} aria-hidden />
        <span dir="auto">{name}</span>
      </span>
    </span>
  );
}
