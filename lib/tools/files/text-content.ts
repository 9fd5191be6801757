const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file if it is UTF-8 without NUL characters, else `null`. Encoding it gives the same bytes again. */
export function utf8Text(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/** Why a text cannot be written to a file as it is; `null` if it can. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'holds a NUL character, which no text file can hold'
  return text.isWellFormed() ? null : 'holds half a surrogate pair, which UTF-8 cannot hold'
}

/** How many bytes from the start of a file are used to guess its kind. */
const SAMPLE = 8192

/** First bytes, in Latin-1, of file kinds that people know by name and that no text begins with. */
const KINDS: [start: string, name: string][] = [
  ['\x89PNG\r\n\x1a\n', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF87a', 'a GIF image'],
  ['GIF89a', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive (or a document kept as one)'],
  ['\x1f\x8b', 'gzip data'],
  ['\x28\xb5\x2f\xfd', 'Zstandard data'],
  ['\x7fELF', 'an ELF program or library'],
  ['\0asm', 'a WebAssembly module'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['\xff\xfe', 'UTF-16 text'],
  ['\xfe\xff', 'UTF-16 text'],
]

/** What kind of file it seems to be if it is not text, or `null` for text. A few odd characters are tolerated. */
export function binaryKind(bytes: Uint8Array): string | null {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE))
  const start = sample.toString('latin1', 0, 16)
  const kind = KINDS.find(([magic]) => start.startsWith(magic))
  if (kind) return kind[1]
  const text = new TextDecoder().decode(sample, { stream: true })
  return (text.match(ODD) ?? []).length > text.length * 0.3 ? 'binary data' : null
}

/** Control characters that text does not have, and places that are not UTF-8. */
const ODD = /(?![\t\n\f\r])\p{Cc}|\ufffd/gu

/** How the lines of a text end; `null` where there is no line break, or there are both kinds. */
export function lineBreakOf(text: string): '\n' | '\r\n' | null {
  const isReturned = text.includes('\r\n')
  return isReturned === /(?<!\r)\n/.test(text) ? null : isReturned ? '\r\n' : '\n'
}

const NEWLINE = 10

/** The number of lines; the last one needs no line break, and empty text has none. */
export function lineCount(bytes: Uint8Array): number {
  let lines = 0
  for (const byte of bytes) if (byte === NEWLINE) lines += 1
  return bytes.length === 0 || bytes.at(-1) === NEWLINE ? lines : lines + 1
}
