/** The path that arguments name; undefined where they name none. */
export function pathIn(argumentsText: string | undefined): string | undefined {
  if (argumentsText === undefined) return undefined
  try {
    const { path } = JSON.parse(argumentsText) as { path?: unknown }
    return typeof path === 'string' ? path : undefined
  } catch {
    return undefined
  }
}
