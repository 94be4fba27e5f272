import { Textarea, type TextareaProps } from '@mantine/core';
import { codePoints, reviewTextMaxLength } from '@marketplace/shared/reviews/constants';
import { trpc } from '../../api/trpc.ts';

// In the region's time zone, so that server and browser write the same day.
const day = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: 'America/New_York',
});

/** Formats an ISO time as 'Nov 20, 2026'. */
export function reviewDay(at: string): string {
  return day.format(new Date(at));
}

/** Returns a function that refetches everything that shows reviews or ratings. */
export function useReviewRefresh() {
  const { reviews, listings, account } = trpc.useUtils();
  return () => Promise.all([reviews, listings, account.profile].map((part) => part.invalidate()));
}

/** Returns true if a comment or reply is too long to be stored. */
export function isTooLong(text: string): boolean {
  return codePoints(text) > reviewTextMaxLength;
}

interface FieldProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** The field for a review or reply, with a counter. Text that is too long is marked, not cut. */
export function ReviewTextField({ value, onChange, ...field }: FieldProps) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={10}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Ctrl+Enter or Cmd+Enter submits the form.
      onKeyDown={(event) => {
        const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (sends && !event.nativeEvent.isComposing) event.currentTarget.form?.requestSubmit();
      }}
      description={`${codePoints(value)}/${reviewTextMaxLength}`}
      descriptionProps={{ ta: 'right', className: 'numbers' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isTooLong(value) && `Use up to ${reviewTextMaxLength} characters.`}
      {...field}
    />
  );
}
