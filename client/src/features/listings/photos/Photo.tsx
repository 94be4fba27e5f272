import type { ListingView } from '@marketplace/shared/listings/views';
import { Picture } from '../../../ui/Picture.tsx';
import { IconPhoto } from '../../../ui/icons/icons.tsx';
import classes from './Photo.module.css';

interface Props {
  listing: Pick<ListingView, 'images' | 'placeholders' | 'avif'>;
  /** The index of the photo. The default is the cover. */
  index?: number;
  /** Empty if the title is next to the photo. */
  alt: string;
  /** The `sizes` attribute: the displayed widths. */
  sizes: string;
  /** True to load it at once, before other pictures. */
  eager?: boolean;
  whole?: boolean;
  onLoad?: () => void;
  /** The text if there is no picture. */
  emptyText?: string;
}

/** One of a listing's photos in a 4:3 frame of fixed size, blurred until it has loaded. */
export function Photo({ listing, index = 0, emptyText = 'No image', ...props }: Props) {
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
      data-whole={props.whole || undefined}
      src={image}
      avif={listing.avif[index]}
      sizes={props.sizes}
      alt={props.alt}
      width={640}
      height={480}
      priority={props.eager}
      onLoad={props.onLoad}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
    />
  );
}
