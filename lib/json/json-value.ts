/** Whether a value is an object in the sense of JSON. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The deepest nesting of objects and lists. Walking or writing a deeper value may overflow the stack. */
export const JSON_DEPTH = 100

/** Whether a value is nested deeper. */
export const isTooDeep = (value: unknown, depth: number = JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some(part => isTooDeep(part, depth - 1)))
