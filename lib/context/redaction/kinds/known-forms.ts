/** One that is shorter, or an ordinary word as many give where no key is asked for, would mask what is none. */
export const isHideable = (secret: string): boolean =>
  secret.length >= 6 && !(secret.length < 16 && /^[a-z]+(?:[-_][a-z]+)*$/i.test(secret))

/** So many characters of an encoded secret tell it from chance. */
const ENCODED_CHARS = 12

/** A secret as it may stand in a text: as it is, in JSON, in an address, as base64 or hexadecimal. */
export function knownForms(secret: string): { text: string; exact: boolean }[] {
  const bytes = Buffer.from(secret)
  const written = [secret, JSON.stringify(secret).slice(1, -1), ...inAddress(secret)]
  const encoded = [0, 1, 2].flatMap(before => inBase64(bytes, before))
  const exact = [...new Set([...written, ...encoded.filter(text => text.length >= ENCODED_CHARS)])]
  return [
    ...exact.map(text => ({ text, exact: true })),
    ...(bytes.length * 2 >= ENCODED_CHARS ? [{ text: bytes.toString('hex'), exact: false }] : []),
  ]
}

function inAddress(secret: string): string[] {
  const percent = encodeURIComponent(secret.toWellFormed())
  return [percent, percent.toLowerCase() === percent ? percent : lowerEscapes(percent), plusForSpace(percent)]
}

const lowerEscapes = (text: string): string =>
  text.replace(/%[0-9A-F]{2}/g, sequence => sequence.toLowerCase())
const plusForSpace = (text: string): string => text.replaceAll('%20', '+')

/** The characters that only the secret decides, where so many bytes stand before it. */
function inBase64(bytes: Buffer, before: number): string[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
}
