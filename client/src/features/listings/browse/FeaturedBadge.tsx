import { Group } from '@mantine/core';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';

export function FeaturedBadge() {
  return (
    <Group component="span" className="pill" display="inline-flex" gap={4} bg="maple.6" c="white">
      <IconStarFilled size={12} aria-hidden />
      Featured
    </Group>
  );
}
