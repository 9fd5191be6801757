import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PIXELS = [
  /\b(?:text|leading)-\[[\d.]+px\]/g,
  /\bfont(?:-size)?: [\d.]+px/g,
  /\bline-height: [\d.]+px/g,
  /--(?:text|spacing|breakpoint)[\w-]*: [\d.]+px/g,
]

test('whoever has set a larger size of text in the browser gets all of it larger: none is in pixels', () => {
  const files = globSync(['components/**/*.{ts,tsx}', 'app/**/*.{tsx,css}']).filter(
    file => !file.includes('.test.'),
  )
  const inPixels = files.flatMap(file => {
    const text = readFileSync(file, 'utf8')
    return PIXELS.flatMap(pattern => (text.match(pattern) ?? []).map(size => `${file}: ${size}`))
  })
  expect(files.length).toBeGreaterThan(100)
  expect(inPixels).toEqual([])
})
