const NEWLINE = 10

/** Lines of a text; a last one needs no line break. Empty text has none. */
export function lineCount(bytes: Uint8Array): number {
  let lines = 0
  for (const byte of bytes) if (byte === NEWLINE) lines += 1
  return bytes.length === 0 || bytes.at(-1) === NEWLINE ? lines : lines + 1
}
