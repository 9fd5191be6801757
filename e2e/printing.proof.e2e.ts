import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, type Page } from 'playwright/test'
import { dockOf, logOf } from './dock'
import { test } from './journey'

/** What comes out of the printer. */
async function paperOf(page: Page): Promise<{ pages: number; text: string }> {
  const paper = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4' })) }).promise
  const texts = await Promise.all(
    Array.from({ length: paper.numPages }, async (_, n) => (await paper.getPage(n + 1)).getTextContent()),
  )
  const words = texts.flatMap(({ items }) => items.map(item => ('str' in item ? item.str : '')))
  return { pages: paper.numPages, text: words.join(' ').replace(/\s+/g, ' ') }
}

const NOT_ON_PAPER = ['Search sessions', 'Inbox', 'Send', 'Approve', 'Deny', 'Details', 'Newest']

test('on paper is all that is loaded and what waits, without what can only be pressed, and what was read is read on', async ({
  page,
  installation,
}) => {
  const session = await installation.long(400)
  const write = { name: 'write_file', arguments: { path: 'notes.md', content: 'A line of the notes' } }
  await installation.play(session, [{ calls: [write] }])
  await page.goto(`/sessions/${session.id}`)
  const log = logOf(page)
  await expect(dockOf(page)).toBeVisible()
  await expect(log).toHaveAttribute('data-live', '')
  await expect(log.getByText('Please go on with part 100.')).toBeAttached()
  const earlier = page.waitForResponse(/\/transcript\?/)
  let isAsked = false
  page.on('request', request => {
    isAsked ||= request.url().includes('/transcript?')
  })
  // The dock still grows, which takes whoever has not left the end back there.
  await expect(async () => {
    if (!isAsked) await log.evaluate(element => element.scrollTo({ top: 0 }))
    expect(isAsked).toBe(true)
  }).toPass({ intervals: [50] })
  await earlier
  await expect.poll(() => log.evaluate(element => element.scrollTop)).toBeGreaterThan(1_000)
  const middle = () =>
    log.evaluate(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const row = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-index]')
      // Its text is set as Markdown a moment after it is there.
      return row?.textContent.replace(/\W/g, '').slice(0, 20)
    })
  const rows = await log.locator('[data-index]').count()
  const before = await middle()
  await page.emulateMedia({ colorScheme: 'dark' })
  const { pages, text } = await paperOf(page)
  expect(pages).toBeGreaterThan(2)
  for (let n = 70; n <= 100; n += 1) expect(text).toContain(`Please go on with part ${n}.`)
  expect(text).toContain('Earlier messages are not printed')
  expect(text).toContain('A long session')
  expect(text).toContain('A line of the notes')
  for (const word of NOT_ON_PAPER) expect(text).not.toMatch(new RegExp(`\\b${word}\\b`))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 26, 23)')
  await page.emulateMedia({ media: 'screen' })
  expect(await middle()).toBe(before)
  await expect.poll(() => log.locator('[data-index]').count()).toBeLessThan(2 * rows)
  await expect(dockOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeInViewport()
})
