import type { ComponentProps } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { Picture } from '../../../ui/Picture.tsx';
import { IconPhoto } from '../../../ui/icons/icons.tsx';
import classes from './Photo.module.css';

interface Props extends Pick<ComponentProps<typeof Picture>, 'alt' | 'sizes' | 'onLoad'> {
  listing: Pick<ListingView, 'images' | 'placeholders' | 'avif'>;
  /** The index of the photo. The default is the cover. */
  index?: number;
  /** True to load it at once, before other pictures. */
  eager?: boolean;
  /** The text if there is no picture. */
  emptyText?: string;
}

/** A photo in a 4:3 frame, blurred until it loads. `alt` is empty if the title is next to it. */
export function Photo({ listing, index = 0, eager, emptyText = 'No image', ...props }: Props) {
  const image = listing.images[index];
  const placeholder = listing.placeholders[index];
  if (!image) {
    return (
      <div className={classes.empty}>
        <IconPhoto size={32} stroke={1.75} aria-hidden />
        <span>{emptyText}</span>
      </div>
    );
  }
  return (
    <Picture
      className={classes.photo}
      src={image}
      avif={listing.avif[index]}
      width={640}
      height={480}
      priority={eager}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      {...props}
    />
  );
}
