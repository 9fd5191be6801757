import type { Sharp } from 'sharp'

/** A picture as it is kept, shown and sent: one frame, without metadata and whatever else lay in its file. */
export type EncodedImage = { bytes: Uint8Array; mediaType: string; width: number; height: number }

type ImageEncoding = { kind: 'image'; image: EncodedImage } | { kind: 'refused'; reason: string }

/** Beyond these a picture is not decoded: a file of a few kilobytes may stand for gigabytes. */
const MOST_PIXELS = 50_000_000
const DEADLINE_S = 10

/** Models make larger ones smaller themselves. */
const LONGEST_SIDE = 1568

/** A drawing is kept as it is to the pixel, unless it is as large as a photograph. */
const MOST_PNG_BYTES = 1_000_000

/** The only decoders in use, of all that the library has. */
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`)

/**
 * Encodes a picture anew. What it is says its content, never its name or whoever sent it. The library decodes in
 * threads of its own, one picture at a time, so that files can be read meanwhile.
 */
export async function encodeImage(bytes: Uint8Array): Promise<ImageEncoding> {
  const format = imageFormat(bytes)
  if (format === null) return refused('It is no PNG, JPEG, WebP, GIF or AVIF picture.')
  try {
    return { kind: 'image', image: await inTurn(() => encode(bytes, format)) }
  } catch (error) {
    return refused(wordsFor(error))
  }
}

const refused = (reason: string): ImageEncoding => ({ kind: 'refused', reason })

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** What lies at which place of a file. */
const SIGNS: [at: number, sign: string, format: Format][] = [
  [0, '\x89PNG\r\n\x1a\n', 'png'],
  [0, '\xff\xd8\xff', 'jpeg'],
  [0, 'GIF87a', 'gif'],
  [0, 'GIF89a', 'gif'],
  [8, 'WEBP', 'webp'],
  [4, 'ftypavif', 'avif'],
  [4, 'ftypavis', 'avif'],
]

/** By its first bytes; `null` for all that is not decoded. */
export function imageFormat(bytes: Uint8Array): Format | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1')
  return SIGNS.find(([at, sign]) => head.startsWith(sign, at))?.[2] ?? null
}

async function encode(bytes: Uint8Array, format: Format): Promise<EncodedImage> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: DEADLINE_S })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
  if (format === 'jpeg') return written(image.clone().jpeg({ quality: 85 }))
  const drawing = await written(image.clone().png())
  if (drawing.bytes.length <= MOST_PNG_BYTES) return drawing
  const { isOpaque } = await image.clone().stats()
  return written(isOpaque ? image.clone().jpeg({ quality: 85 }) : image.clone().webp({ quality: 85 }))
}

async function written(image: Sharp): Promise<EncodedImage> {
  const { data: bytes, info } = await image.toBuffer({ resolveWithObject: true })
  return { bytes, mediaType: `image/${info.format}`, width: info.width, height: info.height }
}

let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work)
  last = result
  return result
}

function wordsFor(error: unknown): string {
  const text = String(error)
  if (/pixel limit/i.test(text)) return 'It has more than 50 million pixels.'
  if (/timeout/i.test(text)) return `It took longer than ${DEADLINE_S} s to decode.`
  if (/Could not load the "sharp" module|ERR_MODULE_NOT_FOUND/.test(text)) {
    return 'Pictures cannot be decoded here, since the library for that (sharp) is not installed for this machine.'
  }
  return 'It is broken, or no picture after all.'
}
