import type { Detail } from '@marketplace/shared/listings/parse-details';
import classes from './Facts.module.css';

/** Names and values as a list with lines between. */
export function Facts({ facts }: { facts: Detail[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
