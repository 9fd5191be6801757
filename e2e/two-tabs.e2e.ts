import { expect } from 'playwright/test'
import { approve, cardOf, dockOf, logOf, saidIn, statusOf } from './dock'
import { test } from './journey'
import { waitingPage, write } from './reading-on'

test('what one tab decides every other shows at once, as already decided, be it on its way just then', async ({
  page,
  anotherTab,
  installation,
}) => {
  await installation.write('b.txt', 'b')
  const session = await waitingPage({ page, installation }, [
    write('a.txt', 'A'),
    { name: 'edit_file', arguments: { path: 'b.txt', old: 'b', new: 'B' } },
    { name: 'read_file', arguments: { path: 'b.txt' } },
  ])
  const other = await anotherTab()
  await other.goto(`/sessions/${session.id}`)
  const heading = (tab: typeof page, name: string) => dockOf(tab).getByRole('heading', { name })
  await expect(heading(other, '3 calls waiting')).toBeVisible()
  await expect(logOf(other)).toHaveAttribute('data-live', '')
  await approve(cardOf(page, 'write_file'))
  await expect(dockOf(other).getByText('Approved by Owner, already decided elsewhere')).toBeVisible()
  await expect(statusOf(other)).toContainText('write_file was already decided. Approved by Owner.')
  await expect(heading(other, '2 calls waiting')).toBeVisible()
  await expect(dockOf(page).getByText('already decided')).toBeHidden()

  const late = await anotherTab()
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<void>()
  await late.route('**/_next/static/chunks/*.js', async route => {
    await isLet
    await route.continue()
  })
  await late.goto(`/sessions/${session.id}`, { waitUntil: 'commit' })
  await expect(heading(late, '2 calls waiting')).toBeVisible()
  await page.bringToFront()
  await cardOf(page, 'edit_file').getByRole('button', { name: 'Deny' }).click()
  await page.keyboard.press('Enter')
  await expect(heading(page, '1 call waiting')).toBeVisible()
  letIn()
  await expect(logOf(late)).toHaveAttribute('data-live', '')
  // Sooner than the tab that holds the connection says by itself that it is there.
  await expect(heading(late, '1 call waiting')).toBeVisible({ timeout: 5_000 })
  await late.bringToFront()
  await approve(cardOf(late, 'read_file'))
  for (const tab of [page, other, late]) await expect(saidIn(tab, 'Done.')).toBeVisible()
})

test('a tab that missed a decision is told so, and nothing happens twice', async ({
  page,
  browser,
  installation,
  expected,
}) => {
  const session = await installation.scripted()
  await installation.play(session, [{ calls: [write('a.txt', 'A')] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(cardOf(page, 'write_file')).toBeVisible()
  // A tab of another browser, since those of one hear from each other.
  const deaf = await browser.newPage()
  await deaf.goto(installation.link)
  expected.push(/ERR_FAILED|409/)
  await deaf.route('**/api/live**', route => route.abort())
  await deaf.goto(`${installation.url}/sessions/${session.id}`)
  await deaf.route(`**/api/sessions/${session.id}`, route => route.abort())
  await expect(statusOf(deaf)).toContainText('Reconnecting…')
  await cardOf(page, 'write_file').getByRole('button', { name: 'Deny' }).click()
  await cardOf(page, 'write_file').getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await approve(cardOf(deaf, 'write_file'))
  await expect(cardOf(deaf, 'write_file').getByRole('alert')).toContainText('already decided')
  await deaf.unroute(`**/api/sessions/${session.id}`)
  await expect(logOf(deaf).getByText('Denied by Owner, already decided elsewhere')).toBeVisible()
  await expect(installation.read('a.txt')).rejects.toThrow()
})

test('a closed tab does not stop what was approved, and too late is said', async ({
  page,
  anotherTab,
  installation,
  expected,
}) => {
  const session = await waitingPage({ page, installation }, [write('a\u202e.txt', 'A')])
  await expect(cardOf(page, 'write_file')).toContainText('High risk')
  const { promise: isOver, resolve: letThrough } = Promise.withResolvers<void>()
  const late = await anotherTab()
  await late.goto(`/sessions/${session.id}`)
  await late.route('**/undo', async route => {
    await isOver
    await route.continue()
  })
  await approve(cardOf(page, 'write_file'))
  expected.push(/409/)
  await dockOf(late).getByRole('button', { name: 'Undo' }).click()
  await page.close()
  await expect(saidIn(late, 'Done.')).toBeVisible()
  letThrough()
  await expect(logOf(late).getByRole('alert')).toContainText('started already')
  expect(await installation.read('a\u202e.txt')).toBe('A')
})
