import { expect, type Page } from 'playwright/test'
import { approve, cardOf, saidIn } from './dock'
import { test } from './journey'

const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }

/** The streams that a tab has opened, counted as they are asked for. */
function streamsOf(tabs: Page[]): () => number {
  let count = 0
  for (const tab of tabs) tab.on('request', request => (count += /\/api\/live/.test(request.url()) ? 1 : 0))
  return () => count
}

test('ten tabs stay live on one connection, also when the tab that holds it closes', async ({
  page,
  anotherTab,
  installation,
}) => {
  const session = await installation.scripted()
  const other = await installation.scripted({ title: 'Another session' })
  await installation.play(session, [{ calls: [call] }, { text: 'Done at last.' }])
  const tabs: Page[] = []
  for (let i = 0; i < 9; i += 1) tabs.push(await anotherTab())
  const opened = streamsOf(tabs)
  await page.goto(`/sessions/${session.id}`)
  await expect(cardOf(page, 'write_file')).toBeVisible()
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(`/sessions/${index === 8 ? other.id : session.id}`)
  }
  await expect(cardOf(tabs[7] as Page, 'write_file')).toBeVisible()
  expect(opened()).toBe(0)
  await installation.play(other, [{ text: 'Heard in the tenth tab.' }])
  await expect(saidIn(tabs[8] as Page, 'Heard in the tenth tab.')).toBeVisible()
  await page.close()
  await approve(cardOf(tabs[0] as Page, 'write_file'))
  for (const tab of tabs.slice(0, 8)) await expect(saidIn(tab, 'Done at last.')).toBeVisible()
  expect(opened()).toBeGreaterThan(0)
})
