import type { Matcher } from '@/lib/domain/rule'

/** The argument that a condition is about, as people know it: its path without the first slash. */
export const argumentName = ({ argument }: Matcher): string =>
  argument.slice(1).replace(/~1/g, '/').replace(/~0/g, '~')
