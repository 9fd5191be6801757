import { expect } from 'playwright/test'
import { approve, cardOf, dockOf, logOf, saidIn, statusOf } from './dock'
import { test } from './journey'

const calls = [
  { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } },
  { name: 'edit_file', arguments: { path: 'b.txt', old: 'b', new: 'B' } },
]

test('what one tab decides the other shows at once, as already decided', async ({
  page,
  anotherTab,
  installation,
}) => {
  await installation.write('b.txt', 'b')
  const session = await installation.scripted()
  await installation.play(session, [{ calls }, { text: 'Both done.' }])
  const other = await anotherTab()
  await Promise.all([page.goto(`/sessions/${session.id}`), other.goto(`/sessions/${session.id}`)])
  await expect(dockOf(other).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await approve(cardOf(page, 'write_file'))
  await expect(dockOf(other).getByText('Approved by Owner, already decided elsewhere')).toBeVisible()
  await expect(statusOf(other)).toContainText('write_file was already decided. Approved by Owner.')
  await expect(dockOf(other).getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  await expect(dockOf(page).getByText('already decided')).toBeHidden()
  await approve(cardOf(other, 'edit_file'))
  for (const tab of [page, other]) await expect(saidIn(tab, 'Both done.')).toBeVisible()
})

test('a tab that missed a decision is told so, and nothing happens twice', async ({
  page,
  browser,
  installation,
  expected,
}) => {
  const session = await installation.scripted()
  await installation.play(session, [{ calls: calls.slice(0, 1) }, { text: 'Done.' }])
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

test('a tab that was on its way while a call was decided shows it as soon as it is at work', async ({
  page,
  anotherTab,
  installation,
}) => {
  const session = await installation.scripted()
  const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })
  await installation.play(session, [{ calls: [write('a.txt'), write('b.txt')] }])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  const late = await anotherTab()
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<void>()
  await late.route('**/_next/static/chunks/*.js', async route => {
    await isLet
    await route.continue()
  })
  await late.goto(`/sessions/${session.id}`, { waitUntil: 'commit' })
  await expect(dockOf(late).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await cardOf(page, 'write_file').first().getByRole('button', { name: 'Deny' }).click()
  await page.keyboard.press('Enter')
  await expect(dockOf(page).getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  letIn()
  await expect(logOf(late)).toHaveAttribute('data-live', '')
  // Sooner than the tab that holds the connection says by itself that it is there.
  await expect(dockOf(late).getByRole('heading', { name: '1 call waiting' })).toBeVisible({ timeout: 5_000 })
})
