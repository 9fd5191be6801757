/** A path into a body as providers write it: `messages[0].content`, or `messages.0.content` with dots alone. */
export const pathText = (path: readonly PropertyKey[], style: 'brackets' | 'dots' = 'brackets'): string =>
  path
    .map(key => (typeof key === 'number' && style === 'brackets' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
