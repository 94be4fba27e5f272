import { outline } from './icons.tsx';

/* The icons of listing pages and toasts. */

export const IconArrowLeft = outline('M5 12l14 0M5 12l6 6M5 12l6-6');
export const IconArrowRight = outline('M5 12l14 0M13 18l6-6M13 6l6 6');
export const IconCheck = outline('M5 12l5 5l10-10');
export const IconChevronLeft = outline('M15 6l-6 6l6 6');
export const IconChevronRight = outline('M9 6l6 6l-6 6');
export const IconCircleCheck = outline('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4');
export const IconCircleDashed = outline(
  'M8.56 3.69a9 9 0 0 0-2.92 1.95M3.69 8.56a9 9 0 0 0-.69 3.44M3.69 15.44a9 9 0 0 0 1.95 2.92M8.56 20.31a9 9 0 0 0 3.44 .69M15.44 20.31a9 9 0 0 0 2.92-1.95M20.31 15.44a9 9 0 0 0 .69-3.44M20.31 8.56a9 9 0 0 0-1.95-2.92M15.44 3.69a9 9 0 0 0-3.44-.69',
);
export const IconEyeOff = outline(
  'M10.585 10.587a2 2 0 0 0 2.829 2.828M16.681 16.673a8.717 8.717 0 0 1-4.681 1.327c-3.6 0-6.6-2-9-6c1.272-2.12 2.712-3.678 4.32-4.674m2.86-1.146a9.055 9.055 0 0 1 1.82-.18c3.6 0 6.6 2 9 6c-.666 1.11-1.379 2.067-2.138 2.87M3 3l18 18',
);
export const IconInfoCircle = outline('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 9h.01M11 12h1v4h1');
export const IconMapPin = outline(
  'M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0M17.657 16.657l-4.243 4.243a2 2 0 0 1-2.827 0l-4.244-4.243a8 8 0 1 1 11.314 0',
);
export const IconPhotoPlus = outline(
  'M15 8h.01M12.5 21h-6.5a3 3 0 0 1-3-3v-12a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v6.5M3 16l5-5c.928-.893 2.072-.893 3 0l4 4M14 14l1-1c.67-.644 1.45-.824 2.182-.54M16 19h6M19 16v6',
);
export const IconRotateClockwise = outline('M4.05 11a8 8 0 1 1 .5 4m-.5 5v-5h5');
export const IconShare2 = outline(
  'M8 9h-1a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2h-1M12 14v-11M9 6l3-3l3 3',
);
export const IconSparkles = outline(
  'M16 18a2 2 0 0 1 2 2a2 2 0 0 1 2-2a2 2 0 0 1-2-2a2 2 0 0 1-2 2m0-12a2 2 0 0 1 2 2a2 2 0 0 1 2-2a2 2 0 0 1-2-2a2 2 0 0 1-2 2m-7 12a6 6 0 0 1 6-6a6 6 0 0 1-6-6a6 6 0 0 1-6 6a6 6 0 0 1 6 6',
);
export const IconX = outline('M18 6l-12 12M6 6l12 12');
