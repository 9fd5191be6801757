import type { FileName } from './file-reply'

const MOST = 60

/** Names that Windows keeps for itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file name made of a title that anybody may have written: letters, digits and dashes only, so that it is no
 * path, no option, nothing hidden, and ends a header nowhere. The end tells files of one title apart.
 */
export function fileName(title: string, end: string): FileName {
  return { full: named(title, /[^\p{L}\p{N}]+/gu) + end, plain: named(title, /[^A-Za-z0-9]+/g) + end }
}

function named(title: string, others: RegExp): string {
  const dashed = title.normalize('NFKC').toWellFormed().replace(others, '-')
  const name = [...dashed]
    .slice(0, MOST)
    .join('')
    .replace(/^-+|-+$/g, '')
  return name === '' || RESERVED.test(name) ? 'session' : name
}
