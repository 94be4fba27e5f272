/** The day since which the rules below apply. */
export const guidelinesVersion = '2026-11-27';

interface Guideline {
  /** What the rule says, in a few words. */
  title: string;
  text: string;
  /** What to change in something that broke the rule. */
  advice: string;
}

/**
 * The community rules. A rule's number is its place in this list. Decisions refer to it, so add new
 * rules at the end and never reorder them.
 */
export const guidelines: readonly Guideline[] = [
  {
    title: 'Be respectful',
    text: 'No harassment, hate, threats, or discrimination.',
    advice: 'Remove the words that insult, threaten, or exclude people.',
  },
  {
    title: 'Be honest',
    text: 'Describe what you really have. No fraud, and no misleading listings or photos.',
    advice: "Say what the item is and what's wrong with it, and use photos of the actual item.",
  },
  {
    title: 'No prohibited items',
    text: 'No weapons, drugs, tobacco, alcohol, prescription medicine, adult content, or hazardous materials, and no live animals except from verified businesses.',
    advice: "Remove the prohibited item. It can't be offered here in any form.",
  },
  {
    title: 'Sell only what you may sell',
    text: 'No stolen, counterfeit, or recalled goods.',
    advice: 'Remove the item, or show that it is genuine and yours to sell.',
  },
  {
    title: 'No spam',
    text: 'Post each item once. No advertising in messages, and no chain letters.',
    advice: 'Remove the repeated or promotional parts.',
  },
  {
    title: 'Protect privacy',
    text: "Don't share anyone's private information, in words or in photos.",
    advice: "Remove other people's names, addresses, phone numbers, and photos.",
  },
  {
    title: 'Pay safely',
    text: "Don't ask anyone to send money ahead, to pay with gift cards, or to share codes or passwords.",
    advice: 'Remove the payment request, and agree on paying when you meet.',
  },
  {
    title: 'Review fairly',
    text: "Write about your own experience. Don't review yourself, friends, or competitors.",
    advice: 'Write only about what happened between you and this person.',
  },
  {
    title: 'Use one account',
    text: "Don't use several accounts to get around a decision or a limit.",
    advice: 'Use only your first account.',
  },
  {
    title: 'Keep it local',
    text: 'Offer goods and services in our area, in the right category and town.',
    advice: 'Choose the right category and town, and remove what is offered elsewhere.',
  },
];

/** Returns a rule as decisions show it, or null without a number. */
export function viewGuideline(number: number | null): { number: number; title: string } | null {
  return number === null ? null : { number, title: guidelines[number - 1]?.title ?? '' };
}

/** Returns the path of a rule on the page of the community guidelines. */
export function guidelinePath(number: number): string {
  return `/community-guidelines#rule-${number}`;
}

/** Returns 'Rule 3: No prohibited items'. The number may be of a rule that is unknown here. */
export function guidelineName(number: number): string {
  const title = guidelines[number - 1]?.title;
  return title ? `Rule ${number}: ${title}` : `Rule ${number}`;
}
