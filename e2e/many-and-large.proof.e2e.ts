import { expect, type Page } from 'playwright/test'
import { approveChange, cardOf, dockOf, logOf, openCard, saidIn } from './dock'
import { test } from './journey'

const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } })

test('two hundred calls can be walked through and decided at once', async ({ page, installation }) => {
  const session = await installation.scripted()
  const calls = Array.from({ length: 200 }, (_, n) => write(`file-${n}.txt`, `${n}`))
  await installation.play(session, [{ calls }, { text: 'All of them.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page).getByRole('heading', { name: '200 calls waiting' })).toBeVisible()
  const cards = cardOf(page, 'write_file')
  await expect(cards).toHaveCount(200)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards.last()).toContainText('file-199.txt')
  expect(await rowsTouchedBy(page, () => openCard(cards.last()))).toBe(2)
  await expect(dockOf(page).getByRole('figure', { name: 'Change' })).toHaveCount(1)
  await cards.last().getByRole('button', { name: 'Deny' }).click()
  await cards.last().getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(dockOf(page).getByRole('heading', { name: '199 calls waiting' })).toBeVisible()
  const mostEntries = await watchEntries(page)
  await dockOf(page).getByRole('button', { name: 'Approve all 199' }).click()
  await expect(dockOf(page).getByRole('heading', { name: 'All decided' })).toBeVisible()
  await expect(dockOf(page).getByText('Approved by Owner')).toHaveCount(199)
  await expect(saidIn(page, 'All of them.')).toBeVisible()
  expect(await mostEntries()).toBeLessThan(100)
})

/** How many entries of the transcript are there at once, at most, from now on. */
async function watchEntries(page: Page): Promise<() => Promise<number>> {
  const seen = await logOf(page).evaluateHandle(log => {
    const seen = { most: 0 }
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, log.querySelectorAll('[data-index]').length)
    }).observe(log, { subtree: true, childList: true })
    return seen
  })
  return () => seen.evaluate(({ most }) => most)
}

/** How many Calls of the dock are rendered anew by what is done: as many as it is about, however many there are. */
async function rowsTouchedBy(page: Page, act: () => Promise<void>): Promise<number> {
  const rows = await dockOf(page).evaluateHandle(dock => {
    const touched = new Set<Element>()
    new MutationObserver(records => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const row = element?.closest('[data-call]')
        if (row) touched.add(row)
      }
    }).observe(dock, { subtree: true, childList: true, attributes: true, characterData: true })
    return touched
  })
  await act()
  return rows.evaluate(touched => touched.size)
}

test('an argument of nearly 1 MB is shown, edited and run', async ({ page, installation }) => {
  const session = await installation.scripted()
  const content = `${'a line of some length\n'.repeat(40_000)}the end`
  await installation.play(session, [{ calls: [write('large.txt', content)] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('the end')
  await card.getByRole('button', { name: 'Edit' }).click()
  const field = card.getByRole('textbox', { name: 'Arguments (JSON)' })
  await field.press('Control+End')
  await field.press('ArrowLeft')
  await field.press('ArrowLeft')
  await field.pressSequentially('!!')
  expect((await field.inputValue()).endsWith('the end!!"}')).toBe(true)
  await card.getByRole('tab', { name: 'Form' }).click()
  await expect(card.getByText('Too long for a form')).toBeVisible()
  await approveChange(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect((await installation.read('large.txt')).endsWith('the end!!')).toBe(true)
})

test('a long message is there at once, plain or in Markdown, and stays as it was sent', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const long = 'a word and another '.repeat(8_000)
  await page.goto(`/sessions/${session.id}`)
  for (const text of [`${long}plain`, `**bold** ${long}Markdown`]) {
    await installation.play(session, [{ text }])
    await expect(saidIn(page, text.slice(-8))).toBeVisible()
    await page.reload()
    await expect(saidIn(page, text.slice(-8))).toBeVisible()
  }
})

test('a long message to the agent is folded with its end in sight, and shown and copied whole', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ model: 'scripted:demo' })
  await page.goto(`/sessions/${session.id}`)
  const text = `${'a line of a log\nשורה של יומן\n'.repeat(2_000)}the end of it`
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, { text })
  const words = logOf(page).getByRole('article', { name: 'You' }).locator('[data-prose]')
  await expect(words).toContainText('the end of it')
  await expect(words.getByText(/^[\d,]+ more characters$/)).toBeVisible()
  await words.getByRole('button', { name: /^Show all 5\d,\d{3} characters$/ }).click()
  await expect(words.getByText(/more characters$/)).toBeHidden()
  // What is off the screen is left alone.
  await expect(words.locator('pre > span').nth(2)).toHaveCSS('content-visibility', 'auto')
  await page.reload()
  await words.getByRole('button', { name: /^Show all/ }).click()
  await expect(words.getByText(/more characters$/)).toBeHidden()
  const copied = await words.locator('pre').evaluate(place => {
    getSelection()?.selectAllChildren(place)
    const data = new DataTransfer()
    place.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true }))
    return data.getData('text/plain')
  })
  expect(copied).toBe(text)
  await words.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(() => words.textContent().then(text => (text ?? '').length)).toBeLessThan(6_000)
})
