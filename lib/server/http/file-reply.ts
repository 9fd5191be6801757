/** A name for a file: as it should be, and in characters that every system takes. */
type FileName = { full: string; plain: string }

/** A file in place of an answer in JSON. */
export class FileReply {
  constructor(
    readonly name: FileName,
    readonly type: string,
    readonly body: ReadableStream<Uint8Array>,
  ) {}
}

const LONGEST = 60

/** Names that Windows keeps for itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file name made of a title that anybody may have written. It holds letters, digits and dashes only, so it can be no
 * path, no option and no hidden file, and cannot break out of a header. The suffix tells files of one title apart.
 */
export function fileName(title: string, suffix: string): FileName {
  return { full: slug(title, /[^\p{L}\p{N}]+/gu) + suffix, plain: slug(title, /[^A-Za-z0-9]+/g) + suffix }
}

function slug(title: string, others: RegExp): string {
  const dashed = title.normalize('NFKC').toWellFormed().replace(others, '-')
  const start = [...dashed].slice(0, LONGEST).join('')
  const name = start.replace(/^-+|-+$/g, '')
  return name === '' || RESERVED.test(name) ? 'session' : name
}
