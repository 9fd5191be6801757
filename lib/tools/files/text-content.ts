const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file that is UTF-8 without NUL characters, else `null`. Encoding it gives the same bytes. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/** Why a text cannot be written to a file, or shown, as it is; `null` where it can. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'holds a NUL character, which no text file can hold'
  return text.isWellFormed() ? null : 'holds half a surrogate pair, which UTF-8 cannot hold'
}
