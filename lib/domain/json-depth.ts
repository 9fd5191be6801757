/** Objects and lists within one another. Whoever walks or writes a value that goes deeper may run out of stack. */
export const JSON_DEPTH = 100

/** True where a value goes deeper. */
export const isTooDeep = (value: unknown, depth: number = JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some(part => isTooDeep(part, depth - 1)))
