import { type ChangeEvent, useState } from 'react';
import { nameMaxLength } from '@marketplace/shared/account/constants';
import { locationMaxLength } from '@marketplace/shared/listings/constants';
import { fieldIssues } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';

export const profileFieldProps = {
  firstName: { label: 'First name', autoComplete: 'given-name', maxLength: nameMaxLength },
  lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: nameMaxLength },
  town: { label: 'Town', autoComplete: 'off', maxLength: locationMaxLength },
};

/** Holds the typed values of profile fields and saves them. */
export function useProfileFields<Name extends string>(
  initial: Record<Name, string>,
  onSuccess: () => Promise<void>,
) {
  const [values, setValues] = useState(initial);
  const update = trpc.account.update.useMutation({
    onSuccess,
    onError(error) {
      // Field errors are shown next to the field.
      if (fieldIssues(error).length > 0) return;
      toastFailure(error, { message: "We couldn't save your profile. Please try again." });
    },
  });
  const change = (name: Name, value: string) => setValues((now) => ({ ...now, [name]: value }));
  const field = (name: Name) => ({
    value: values[name],
    error: fieldIssues(update.error).find(({ path }) => path === name)?.message,
    onChange(entered: ChangeEvent<HTMLInputElement> | string) {
      change(name, typeof entered === 'string' ? entered : entered.currentTarget.value);
      update.reset();
    },
  });
  return { values, change, field, update };
}

/** Holds the name and town of a new user, all optional, and saves those that were typed. */
export function useIntroduction() {
  const { me } = trpc.useUtils().auth;
  const { values, field, update } = useProfileFields(
    { firstName: '', lastName: '', town: '' },
    () => me.invalidate(),
  );
  return {
    saving: update.isPending,
    field: (name: keyof typeof values) => ({ ...profileFieldProps[name], ...field(name) }),
    /** Saves what was typed, if anything, and then calls `goOn`. */
    save(goOn: () => void) {
      const typed = Object.entries(values).filter(([, value]) => value.trim() !== '');
      if (typed.length === 0) goOn();
      else update.mutate(Object.fromEntries(typed), { onSuccess: goOn });
    },
  };
}

export type Introduction = ReturnType<typeof useIntroduction>;
