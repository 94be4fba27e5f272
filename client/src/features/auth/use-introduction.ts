import { type ChangeEvent, useState } from 'react';
import { nameMaxLength } from '@marketplace/shared/account/constants';
import { locationMaxLength } from '@marketplace/shared/listings/constants';
import { fieldIssues } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';

const fields = {
  firstName: { label: 'First name', autoComplete: 'given-name', maxLength: nameMaxLength },
  lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: nameMaxLength },
  town: { label: 'Town', autoComplete: 'off', maxLength: locationMaxLength },
};

/** Holds the name and town of a new user, all optional, and saves those that were typed. */
export function useIntroduction() {
  const { me } = trpc.useUtils().auth;
  const [values, setValues] = useState({ firstName: '', lastName: '', town: '' });
  const update = trpc.account.update.useMutation({
    onSuccess: () => me.invalidate(),
    onError(error) {
      // Field errors are shown next to the field.
      if (fieldIssues(error).length > 0) return;
      toastFailure(error, { message: "We couldn't save your profile. Please try again." });
    },
  });
  return {
    saving: update.isPending,
    field: (name: keyof typeof values) => ({
      ...fields[name],
      value: values[name],
      error: fieldIssues(update.error).find(({ path }) => path === name)?.message,
      onChange(entered: ChangeEvent<HTMLInputElement> | string) {
        const value = typeof entered === 'string' ? entered : entered.currentTarget.value;
        setValues((now) => ({ ...now, [name]: value }));
        update.reset();
      },
    }),
    /** Saves what was typed, if anything, and then calls `goOn`. */
    save(goOn: () => void) {
      const typed = Object.entries(values).filter(([, value]) => value.trim() !== '');
      if (typed.length === 0) goOn();
      else update.mutate(Object.fromEntries(typed), { onSuccess: goOn });
    },
  };
}

export type Introduction = ReturnType<typeof useIntroduction>;
