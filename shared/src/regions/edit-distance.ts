/** The two readings of how far a typed word is from a name, in edits. */
export interface EditDistance {
  /** Edits that turn all of the typed word into all of the name. */
  whole: number;
  /** Edits that turn all of the typed word into some beginning of the name. */
  prefix: number;
}

/**
 * Counts the letters to insert, drop, change or swap with their neighbour (optimal string
 * alignment). Takes time in proportion to the product of both lengths: bound them first.
 */
export function editDistance(typed: string, name: string): EditDistance {
  let beforeLast: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= name.length; column += 1) {
      const same = typed[row - 1] === name[column - 1];
      let least = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const swapped = typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1];
      if (row > 1 && column > 1 && swapped) {
        least = Math.min(least, at(beforeLast, column - 2) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return { whole: at(last, name.length), prefix: Math.min(...last) };
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
