/** So many letters a and c in an order that no expression can remember, the same each time. */
export const disorderly = (chars: number): string =>
  Array.from({ length: chars }, (_, at) =>
    (Math.imul(at * at + at, 0x9e3779b1) >>> 17) & 1 ? 'a' : 'c',
  ).join('')
