import { useNetwork } from '@mantine/hooks';
import classes from './ConnectionNote.module.css';
import { useReconnecting } from './live-connection.ts';

/** Says at once that the browser is offline, and after 3 s that the server cannot be reached. */
export function ConnectionNote() {
  const isReconnecting = useReconnecting();
  const { online } = useNetwork();
  const offline = 'You are offline. Messages will be sent when you are back.';
  return (
    <output className={classes.place}>
      {(isReconnecting || !online) && (
        <span className={classes.note}>
          <span className={classes.dot} aria-hidden />
          {online ? 'Reconnecting…' : offline}
        </span>
      )}
    </output>
  );
}
