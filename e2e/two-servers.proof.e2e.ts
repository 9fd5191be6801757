import { expect, type Page } from 'playwright/test'
import { approve, cardOf, dockOf, logOf, saidIn, statusOf } from './dock'
import type { Installation } from './installation'
import { LOST, test } from './journey'
import { enabled, readOn } from './reading-on'

const edit = { name: 'edit_file', arguments: { path: 'a.txt', old: 'one', new: 'two' } }

/** How many sessions a server works on, by its own account. */
const active = async (server: Installation): Promise<number> =>
  (await server.ask<{ lanes: { taken: number } }>('GET', '/api/health')).lanes.taken

/** A session with a call that waits, shown by the pages of both servers. */
async function showWaiting(at: Installation, pages: Page[]): Promise<void> {
  await at.write('a.txt', 'one')
  const session = await at.scripted()
  await at.play(session, [{ calls: [edit] }, { text: 'It is written.' }])
  for (const page of pages) {
    await page.goto(`/sessions/${session.id}`)
    await expect(cardOf(page, 'edit_file')).toBeVisible()
  }
}

test('what is decided at one server runs at another, and both show it as it happens', async ({
  page,
  installation: works,
  anotherBrowser,
}) => {
  const serves = await works.another({ COUNTERSIGN_ROLE: 'web' })
  const there = await anotherBrowser(serves)
  await showWaiting(works, [page, there])
  const letGo = await works.holdTranscript()
  await approve(cardOf(there, 'edit_file'))
  await expect(dockOf(page).getByText('Approved by Owner, already decided elsewhere')).toBeVisible()
  await expect.poll(() => works.read('a.txt')).toBe('two')
  expect(await Promise.all([active(works), active(serves)])).toEqual([1, 0])
  for (const tab of [page, there]) await expect(tab.getByText('Running…', { exact: true })).toBeVisible()
  await letGo()
  for (const tab of [page, there]) await expect(saidIn(tab, 'It is written.')).toBeVisible()
})

test('when a server dies in the middle of a call, the other one asks what became of it', async ({
  page,
  installation,
  anotherBrowser,
  expected,
}) => {
  expected.push(LOST)
  const second = await installation.another()
  const one = { at: installation, page }
  const other = { at: second, page: await anotherBrowser(second) }
  await showWaiting(installation, [one.page, other.page])
  const letGo = await installation.holdTranscript()
  await approve(cardOf(one.page, 'edit_file'))
  await expect.poll(() => installation.read('a.txt')).toBe('two')
  let counts: number[] = []
  const working = async () => {
    counts = await Promise.all([one, other].map(({ at }) => active(at)))
    return counts.toSorted()
  }
  await expect.poll(working, 'the one that tried in vain soon gives up').toEqual([0, 1])
  const [dies, lives] = counts[0] === 1 ? [one, other] : [other, one]
  await installation.write('a.txt', 'one')
  await dies.at.kill()
  await letGo('lost')

  const card = cardOf(lives.page, 'edit_file')
  await expect(card.getByText('Outcome unknown')).toBeVisible()
  await expect(card).toContainText('The process has ended.')
  await expect(statusOf(dies.page)).toContainText('Reconnecting…')
  const retry = card.getByRole('button', { name: 'Run again', exact: true })
  await readOn(lives.page, enabled(retry))
  await retry.click()
  await expect(saidIn(lives.page, 'It is written.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('two')

  await dies.at.restart()
  await expect(saidIn(dies.page, 'It is written.')).toBeVisible()
  await expect(logOf(dies.page).getByText('Approved by Owner to run again')).toBeVisible()
})
