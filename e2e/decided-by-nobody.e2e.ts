import { expect, type Page } from 'playwright/test'
import type { Session } from '@/lib/domain/session/session'
import { approveIn, cardOf, decisionsSentBy, dockOf, logOf, messageOf, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'
import { denyFirst } from './reading-on'

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })

/** A page with Calls that wait, the first of them ready to be approved. */
async function waitingPage(page: Page, installation: Installation, paths: string[]): Promise<Session> {
  const session = await installation.scripted()
  await installation.play(session, [
    { calls: paths.map(write) },
    { calls: [write('later.txt')] },
    { text: 'Done.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page).getByRole('group')).toHaveCount(paths.length)
  await expect(approveIn(cardOf(page, 'write_file').first())).toBeEnabled()
  await logOf(page).focus()
  return session
}

const heading = (page: Page, words: string) => dockOf(page).getByRole('heading', { name: words })

test('what is typed into a field that goes by itself decides nothing, be it of a call or of a session', async ({
  page,
  installation,
}) => {
  const other = await installation.scripted({ title: 'Release notes' })
  const session = await waitingPage(page, installation, ['a.txt', 'b.txt', 'c.txt'])
  const sent = decisionsSentBy(page)
  const card = cardOf(page, 'write_file').first()
  const keepsStill = async () => {
    await page.keyboard.type('my jay, may any key ram ')
    await expect(dockOf(page)).toContainText('Shortcuts paused')
    expect(await sent()).toBe(0)
    await expect(card.getByRole('textbox')).toHaveCount(0)
    await expect(messageOf(page)).toHaveValue('')
    // Until the focus is put there again.
    await page.keyboard.press('Escape')
    await expect(card).toBeFocused()
    await expect(dockOf(page)).not.toContainText('Shortcuts paused')
    await expect(approveIn(card)).toBeEnabled()
  }
  await page.keyboard.press('n')
  await expect(card.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('my, ')
  await denyFirst(installation, session)
  await expect(heading(page, '2 calls waiting')).toBeVisible()
  await expect(approveIn(card)).toBeEnabled()
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key)
  await keepsStill()

  await page.keyboard.press('e')
  await expect(card.getByRole('textbox', { name: 'content', exact: true })).toBeFocused()
  await page.keyboard.type('my, ')
  await denyFirst(installation, session)
  await expect(heading(page, '1 call waiting')).toBeVisible()
  await expect(approveIn(card)).toBeEnabled()
  await keepsStill()
  const kept = page.getByRole('group', { name: 'Unfinished edit' })
  await expect(kept).toContainText('Your edit is kept. write_file was settled without it.')

  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'More for Release notes' }).click()
  await sessions.getByRole('menuitem', { name: 'Rename' }).click()
  const title = sessions.getByRole('textbox', { name: 'Title' })
  await title.fill('my ')
  await installation.ask('DELETE', `/api/sessions/${other.id}`)
  await expect(title).toHaveCount(0)
  await keepsStill()
  await page.keyboard.press('y')
  await expect(cardOf(page, 'write_file')).toContainText('later.txt')
  expect(await installation.read('c.txt')).toBe('A')
})

test('a card that goes leaves no key behind for the next one, be it of a later set, until the focus is led there', async ({
  page,
  installation,
}) => {
  const session = await waitingPage(page, installation, ['a.txt', 'b.txt'])
  const sent = decisionsSentBy(page)
  await denyFirst(installation, session)
  await expect(heading(page, '1 call waiting')).toBeVisible()
  const card = cardOf(page, 'write_file')
  await expect(approveIn(card)).toBeEnabled()
  for (const key of ['y', 'n', 'e', 'r', 'a', 'j', 'k', 'm']) await page.keyboard.press(key)
  expect(await sent()).toBe(0)
  await expect(dockOf(page).getByRole('textbox')).toHaveCount(0)

  await card.getByRole('heading').click()
  await page.keyboard.press('n')
  await page.keyboard.type('my ')
  await denyFirst(installation, session)
  await expect(card).toContainText('later.txt')
  await expect(approveIn(card)).toBeEnabled()
  await page.keyboard.type('may, my ')
  await expect(card.getByRole('button', { name: 'Deny' })).toBeVisible()
  expect(await sent()).toBe(0)
  await card.getByRole('button', { name: 'Deny' }).press('Shift+Tab')
  // What stands below the card may give way as the focus leaves it, and a button that moves is off for a moment.
  await expect(async () => {
    await page.keyboard.press('y')
    expect(await sent()).toBe(1)
  }).toPass()
  await expect(saidIn(page, 'Done.')).toBeVisible()
})

test('in the inbox no key decides about the set that takes the place of one that is gone', async ({
  page,
  installation,
}) => {
  const sessions: Session[] = []
  for (const title of ['One', 'Two']) {
    const session = await installation.scripted({ title })
    await installation.play(session, [{ calls: [write(`${title}.txt`)] }, { text: 'Done.' }])
    await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
    sessions.push(session)
  }
  const sent = decisionsSentBy(page)
  await page.goto('/inbox')
  const [one] = sessions
  const two = dockOf(page).filter({ has: page.getByRole('link', { name: 'Two' }) })
  await expect(approveIn(dockOf(page))).toBeEnabled()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('my ')
  if (one) await denyFirst(installation, one)
  await expect(two).toBeVisible()
  await page.keyboard.type('my jay ')
  expect(await sent()).toBe(0)
  await expect(two.getByRole('button', { name: 'Deny' })).toBeVisible()
  await two.getByRole('heading', { name: '1 call waiting' }).click()
  await expect(approveIn(two)).toBeEnabled()
  await page.keyboard.press('y')
  await expect(dockOf(page)).toHaveCount(0)
})
