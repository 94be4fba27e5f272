import { ACCESSORIES } from './accessories.ts';
import { AUDIO } from './audio.ts';
import { AUTOMOTIVE } from './automotive.ts';
import { BEDROOM } from './bedroom.ts';
import { CLOTHING } from './clothing.ts';
import { ELECTRONICS } from './electronics.ts';
import { ERRANDS } from './errands.ts';
import { FITNESS } from './fitness.ts';
import { FOOD } from './food.ts';
import { FURNITURE } from './furniture.ts';
import { HOBBIES } from './hobbies.ts';
import { HOUSEHOLD } from './household.ts';
import { MEDIA } from './media.ts';
import { OUTDOORS } from './outdoors.ts';
import { SPORTS } from './sports.ts';
import { WELLNESS } from './wellness.ts';

/** Every kind of item that can be drawn. */
export const SUBJECTS = {
  ...ACCESSORIES,
  ...AUDIO,
  ...AUTOMOTIVE,
  ...BEDROOM,
  ...CLOTHING,
  ...ELECTRONICS,
  ...ERRANDS,
  ...FITNESS,
  ...FOOD,
  ...FURNITURE,
  ...HOBBIES,
  ...HOUSEHOLD,
  ...MEDIA,
  ...OUTDOORS,
  ...SPORTS,
  ...WELLNESS,
} as const;

export type DemoSubject = keyof typeof SUBJECTS;
