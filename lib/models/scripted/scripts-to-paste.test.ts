import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readScript } from './replay-script'

const PAGES = ['e2e/README.md', 'docs/memory-and-skills.md', 'docs/secrets.md', 'docs/tools.md']

const scriptsIn = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^(`{3,})json\n([\s\S]*?)\n\1$/gm)]
    .map(([, , text = '']) => text)
    .filter(text => text.includes('"turns"'))

const SCRIPTS = PAGES.flatMap(page =>
  scriptsIn(page).map((text, index) => ({ page, number: index + 1, text })),
)

test('there are scripts for the whole of what an agent does', () => {
  expect(SCRIPTS.length).toBeGreaterThan(40)
})

test.each(SCRIPTS)('script $number of $page is one that the model plays', ({ text }) => {
  expect(readScript(text)).toMatchObject({ kind: 'script' })
})
