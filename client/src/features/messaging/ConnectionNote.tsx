import { useNetwork } from '@mantine/hooks';
import classes from './ConnectionNote.module.css';
import { useReconnecting } from './live-connection.ts';

/** Says that messages do not come and go, once that has lasted 3 s; read aloud as it appears. */
export function ConnectionNote() {
  const isReconnecting = useReconnecting();
  const { online } = useNetwork();
  const offline = 'You are offline. Messages will be sent when you are back.';
  return (
    <output className={classes.place}>
      {isReconnecting && (
        <span className={classes.note}>
          <span className={classes.dot} aria-hidden />
          {online ? 'Reconnecting…' : offline}
        </span>
      )}
    </output>
  );
}
