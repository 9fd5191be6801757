/** Bytes from the start of a file that its kind is guessed from. */
const SAMPLE = 8192

/** First bytes, in Latin-1, of kinds that people know by name, and that no text begins with. */
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

/** What a file that is no text seems to be, or `null` for text. Odd characters among others are let pass. */
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
