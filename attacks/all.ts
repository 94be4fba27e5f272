import type { Attack } from './attack.ts';
import { codeGuessing } from './sign-in.ts';

/** Every attack, in the order in which they are played. */
export const attacks: Attack[] = [codeGuessing];
