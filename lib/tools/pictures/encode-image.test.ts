import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeImage } from './encode-image'

const plain = (width: number, height: number, background = '#c03') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

async function encoded(bytes: Uint8Array) {
  const encoding = await encodeImage(bytes)
  if (encoding.kind === 'refused') throw new Error(encoding.reason)
  return encoding.image
}

describe('a picture is encoded anew', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/png'],
    ['gif', 'image/png'],
    ['avif', 'image/png'],
  ] as const)('%s becomes %s', async (format, mediaType) => {
    const image = await encoded(await plain(30, 20).toFormat(format).toBuffer())
    expect(image).toMatchObject({ mediaType, width: 30, height: 20 })
    expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 30, height: 20 })
  })

  test('the place where a photograph was taken does not stay in it, and it stands upright', async () => {
    const photo = await plain(40, 20)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('somebody')
    const image = await encoded(photo)
    expect(image).toMatchObject({ width: 20, height: 40 })
    const { exif, xmp, iptc, comments } = await sharp(image.bytes).metadata()
    expect({ exif, xmp, iptc, comments }).toEqual({})
    expect(Buffer.from(image.bytes).toString('latin1')).not.toContain('somebody')
  })

  test('a large one is made smaller, a small one stays as it is', async () => {
    expect(await encoded(await plain(4000, 1000).png().toBuffer())).toMatchObject({
      width: 1568,
      height: 392,
    })
    expect(await encoded(await plain(1, 1).png().toBuffer())).toMatchObject({ width: 1, height: 1 })
  })

  test('what cannot be kept small to the pixel is kept as a photograph', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const grain = await sharp({
      create: { width: 1200, height: 1200, channels: 3, background: '#000', noise },
    })
      .png()
      .toBuffer()
    expect(grain.length).toBeGreaterThan(1_000_000)
    expect((await encoded(grain)).mediaType).toBe('image/jpeg')
  })

  test('of an animation the first frame', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map(color => plain(8, 8, color).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const image = await encoded(moving)
    const { channels } = await sharp(image.bytes).stats()
    expect(image.height).toBe(8)
    expect(channels.map(({ max }) => max > 200)).toEqual([true, false, false, ...(channels[3] ? [true] : [])])
  })

  test('what hides behind a picture goes', async () => {
    const picture = await plain(8, 8).gif().toBuffer()
    const hidden = '<script>alert(1)</script>PK\x03\x04'
    const image = await encoded(Buffer.concat([picture, Buffer.from(hidden, 'latin1')]))
    expect(Buffer.from(image.bytes).toString('latin1')).not.toContain('script')
  })
})

describe('refused in words', () => {
  test('a bomb: few bytes that stand for very many pixels', async () => {
    const bomb = await plain(8_000, 7_000, '#000').png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(3_000_000)
    expect(await encodeImage(bomb)).toEqual({
      kind: 'refused',
      reason: 'It has more than 50 million pixels.',
    })
  })

  test('a file that ends too early', async () => {
    const whole = await plain(500, 500).jpeg().toBuffer()
    const broken = { kind: 'refused', reason: 'It is broken, or no picture after all.' }
    expect(await encodeImage(whole.subarray(0, whole.length / 2))).toEqual(broken)
    expect(await encodeImage(Buffer.from('\x89PNG\r\n\x1a\nand then text', 'latin1'))).toEqual(broken)
    // And the next one is not held up by it.
    expect(await encodeImage(whole)).toMatchObject({ kind: 'image' })
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'],
    ['SVG behind a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['a HEIC photograph', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['nothing', ''],
  ])('%s', async (_, content) => {
    const reason = 'It is no PNG, JPEG, WebP, GIF or AVIF picture.'
    expect(await encodeImage(Buffer.from(content, 'latin1'))).toEqual({ kind: 'refused', reason })
  })
})
