import {
  IconArmchair,
  IconBallFootball,
  IconBook2,
  IconCar,
  IconDeviceLaptop,
  IconDeviceWatch,
  IconDots,
  IconHanger,
  IconHeartbeat,
  IconPlant2,
  IconSoup,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Category } from '@marketplace/shared/listings/constants';

/** The drawn sign of each category. */
export const categoryIcons: Record<Category, TablerIcon> = {
  electronics: IconDeviceLaptop,
  furniture: IconArmchair,
  clothing: IconHanger,
  accessories: IconDeviceWatch,
  services: IconTool,
  food: IconSoup,
  health: IconHeartbeat,
  automotive: IconCar,
  home: IconPlant2,
  sports: IconBallFootball,
  books: IconBook2,
  other: IconDots,
};
