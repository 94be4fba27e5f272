import type { ComponentPropsWithRef } from 'react';
import { imageSrcSet, imageUrlAtWidth } from '@marketplace/shared/media/urls';

interface Props extends Omit<ComponentPropsWithRef<'img'>, 'src' | 'srcSet'> {
  src: string;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** It is there as AVIF too. */
  avif?: boolean | undefined;
  /** Loads at once: for pictures in view when a page opens. */
  priority?: boolean;
}

/** A stored picture in the width that the screen needs, in the smallest format that the browser knows. */
export function Picture({ src, alt, sizes, avif, priority = false, ...props }: Props) {
  const image = (
    <img
      alt={alt}
      // Before src: otherwise some browsers start on the wrong file.
      sizes={sizes}
      srcSet={imageSrcSet(src)}
      src={imageUrlAtWidth(src, 640)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      {...props}
    />
  );
  if (!avif) return image;
  return (
    <picture>
      <source type="image/avif" sizes={sizes} srcSet={imageSrcSet(src, 'avif')} />
      {image}
    </picture>
  );
}
