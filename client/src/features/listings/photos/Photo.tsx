import { IconPhoto } from '@tabler/icons-react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { Picture } from '../../../ui/Picture.tsx';
import classes from './Photo.module.css';

interface Props {
  /** One of a listing's `images`; undefined where it has none. */
  image?: string | undefined;
  placeholder?: string | undefined;
  /** It exists as AVIF too. */
  avif?: boolean | undefined;
  /** Empty where the title is beside it. */
  alt: string;
  /** As the attribute `sizes`: how wide it is shown. */
  sizes: string;
  /** Fetched at once and before other pictures. */
  eager?: boolean;
  /** Shows the whole picture instead of filling the frame. */
  whole?: boolean;
  /** Shown in place of a picture. */
  emptyText?: string;
}

/** Props of one of a listing's photos, by default of its cover. */
export function photoOf(listing: ListingView, index = 0) {
  const { images, placeholders, avif } = listing;
  return { image: images[index], placeholder: placeholders[index], avif: avif[index] };
}

/** A picture in a 4:3 frame of fixed size, blurred until it is loaded. */
export function Photo({ image, placeholder, emptyText = 'No image', ...props }: Props) {
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
      avif={props.avif}
      sizes={props.sizes}
      alt={props.alt}
      width={640}
      height={480}
      priority={props.eager}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
    />
  );
}
