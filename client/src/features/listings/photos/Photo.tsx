import type { ListingView } from '@marketplace/shared/listings/views';
import { Picture } from '../../../ui/Picture.tsx';
import { IconPhoto } from '../../../ui/icons/icons.tsx';
import classes from './Photo.module.css';

interface Props {
  listing: Pick<ListingView, 'images' | 'placeholders' | 'avif'>;
  /** Which of its photos; by default its cover. */
  index?: number;
  /** Empty where the title is beside it. */
  alt: string;
  /** As the attribute `sizes`: how wide it is shown. */
  sizes: string;
  /** Fetched at once and before other pictures. */
  eager?: boolean;
  /** Shows the whole picture instead of filling the frame. */
  whole?: boolean;
  onLoad?: () => void;
  /** Shown in place of a picture. */
  emptyText?: string;
}

/** One of a listing's photos in a 4:3 frame of fixed size, blurred until it is loaded. */
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
