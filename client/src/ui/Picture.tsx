import type { ComponentPropsWithRef } from 'react';
import { imageSrcSet, imageUrlAtWidth } from '@marketplace/shared/media/urls';

interface Props extends Omit<ComponentPropsWithRef<'img'>, 'src' | 'srcSet'> {
  src: string;
  alt: string;
  /** Width of the picture on the page, in the format of the `sizes` attribute. */
  sizes: string;
  /** True if the picture also exists as AVIF. */
  avif?: boolean | undefined;
  /** True to load at once, for pictures in view when the page opens. */
  priority?: boolean;
}

/** A stored picture, in the width and the smallest format that suit the browser. */
export function Picture({ src, alt, sizes, avif, priority = false, ...props }: Props) {
  const image = (
    <img
      alt={alt}
      // Must come before src, or some browsers load the wrong file first.
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
