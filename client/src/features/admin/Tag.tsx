import classes from './Tag.module.css';

interface Props {
  kind: 'good' | 'bad' | 'warm';
  children: string;
}

/** A state in a list: its word behind a dot of its colour. */
export function Tag({ kind, children }: Props) {
  return (
    <span className={classes.tag} data-kind={kind}>
      {children}
    </span>
  );
}
