import { Text, VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useDeal } from '../../deals/deal-context.ts';
import { useListingChange } from '../../listings/live/changes.ts';

/** How long a change is shown and how often its age is updated, both in ms. */
const newsMs = 5 * 60_000;
const stepMs = 5_000;

/** Shows a recent change of the listing above the composer, before the user writes about it. */
export function ListingNote({ listingId }: { listingId: string }) {
  const change = useListingChange(listingId);
  const { deal } = useDeal();
  const age = Math.max(0, useSteps() - (change?.at ?? 0));
  // The timeline shows a reservation or sale between the two people of this chat.
  const isOurs = change?.isTaken && Boolean(deal?.reservation ?? deal?.soldHere);
  const isNews = change !== undefined && age < newsMs && !isOurs;
  return (
    <>
      {isNews && (
        <Text
          className="numbers"
          flex="none"
          px={20}
          pt={6}
          c="dimmed"
          fz="xs"
          lh={1.4}
          ta="center"
          aria-hidden
        >
          {change.isTaken ? `${change.text} ${agoText(age)}` : change.text}
        </Text>
      )}
      {/* Announced once, not each time the age changes. */}
      <VisuallyHidden component="output">{isNews && change.text}</VisuallyHidden>
    </>
  );
}

function agoText(age: number): string {
  const seconds = Math.floor(age / stepMs) * (stepMs / 1_000);
  if (seconds === 0) return 'just now';
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)}m ago`;
}

function eachStep(listener: () => void) {
  const timer = setInterval(listener, stepMs);
  return () => clearInterval(timer);
}

/** Returns the time in epoch ms, rounded down to `stepMs`. */
const useSteps = () =>
  useSyncExternalStore(eachStep, () => Math.floor(Date.now() / stepMs) * stepMs);
