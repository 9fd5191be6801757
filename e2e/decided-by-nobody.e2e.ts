import { expect, type Page } from 'playwright/test'
import type { Session } from '@/lib/domain/session/session'
import { approveIn, cardOf, decisionsSentBy, dockOf, logOf, messageOf, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })

/** Denies the first Call that waits, from outside of the page. */
async function denyFirst(installation: Installation, session: Session): Promise<void> {
  const set = (await installation.view(session)).pendingSet
  const call = set?.calls.find(({ state }) => state === 'waiting')
  const decisions = [{ callId: call?.id, digest: call?.digest, kind: 'deny' }]
  await installation.ask('POST', `/api/sets/${set?.id}/decisions`, { decisions })
}

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

for (const { key, field } of [
  { key: 'n', field: 'Reason' },
  { key: 'e', field: 'content' },
]) {
  test(`what is typed into ${field} of a call that somebody else decides meanwhile decides no other`, async ({
    page,
    installation,
  }) => {
    const session = await waitingPage(page, installation, ['a.txt', 'b.txt'])
    const sent = decisionsSentBy(page)
    await page.keyboard.press(key)
    await expect(cardOf(page, 'write_file').first().getByRole('textbox', { name: field })).toBeFocused()
    await page.keyboard.type('my, ')
    await denyFirst(installation, session)
    await expect(heading(page, '1 call waiting')).toBeVisible()
    const other = cardOf(page, 'write_file')
    await expect(approveIn(other)).toBeEnabled()
    await page.keyboard.type('my jay, may any key ram ')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(dockOf(page)).toContainText('Keys are off')
    expect(await sent()).toBe(0)
    await expect(other.getByRole('textbox')).toHaveCount(0)
    await expect(messageOf(page)).toHaveValue('')
    // Until the focus is put there again.
    await other.getByRole('heading').click()
    await expect(dockOf(page)).not.toContainText('Keys are off')
    await expect(approveIn(other)).toBeEnabled()
    await page.keyboard.press('y')
    await expect(cardOf(page, 'write_file')).toContainText('later.txt')
    expect(await installation.read('b.txt')).toBe('A')
  })
}

test('what is typed into a field of another session, which goes meanwhile, decides nothing', async ({
  page,
  installation,
}) => {
  const other = await installation.scripted({ title: 'Release notes' })
  await waitingPage(page, installation, ['a.txt', 'b.txt'])
  const sent = decisionsSentBy(page)
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'More for Release notes' }).click()
  await sessions.getByRole('menuitem', { name: 'Rename' }).click()
  const title = sessions.getByRole('textbox', { name: 'Title' })
  await title.fill('my ')
  await installation.ask('DELETE', `/api/sessions/${other.id}`)
  await expect(title).toHaveCount(0)
  await page.keyboard.type('may any jay ')
  await expect(dockOf(page)).toContainText('Keys are off')
  expect(await sent()).toBe(0)
  await cardOf(page, 'write_file').first().getByRole('heading').click()
  await expect(dockOf(page)).not.toContainText('Keys are off')
})

test('nor one that comes when the last call is gone, until the focus is led there by Tab', async ({
  page,
  installation,
}) => {
  const session = await waitingPage(page, installation, ['a.txt'])
  const sent = decisionsSentBy(page)
  await page.keyboard.press('n')
  await page.keyboard.type('my ')
  await denyFirst(installation, session)
  const later = cardOf(page, 'write_file')
  await expect(later).toContainText('later.txt')
  await expect(approveIn(later)).toBeEnabled()
  await page.keyboard.type('may, my ')
  await expect(later.getByRole('button', { name: 'Deny' })).toBeVisible()
  expect(await sent()).toBe(0)
  await later.getByRole('button', { name: 'Deny' }).press('Shift+Tab')
  await page.keyboard.press('y')
  await expect(saidIn(page, 'Done.')).toBeVisible()
})

test('a card that goes while nobody touched it leaves no key behind for the next', async ({
  page,
  installation,
}) => {
  const session = await waitingPage(page, installation, ['a.txt', 'b.txt'])
  const sent = decisionsSentBy(page)
  await denyFirst(installation, session)
  await expect(heading(page, '1 call waiting')).toBeVisible()
  await expect(approveIn(cardOf(page, 'write_file'))).toBeEnabled()
  for (const key of ['y', 'n', 'e', 'r', 'a', 'j', 'k', 'm']) await page.keyboard.press(key)
  expect(await sent()).toBe(0)
  await expect(dockOf(page).getByRole('textbox')).toHaveCount(0)
})

test('what was decided while the page was away leaves no key behind either', async ({
  page,
  context,
  installation,
  expected,
}) => {
  expected.push(/ERR_(FAILED|INTERNET_DISCONNECTED)/)
  const session = await waitingPage(page, installation, ['a.txt', 'b.txt'])
  const sent = decisionsSentBy(page)
  await page.keyboard.press('n')
  await context.setOffline(true)
  await denyFirst(installation, session)
  await page.keyboard.type('my ')
  await context.setOffline(false)
  await expect(heading(page, '1 call waiting')).toBeVisible()
  await expect(approveIn(cardOf(page, 'write_file'))).toBeEnabled()
  await page.keyboard.type('my ')
  expect(await sent()).toBe(0)
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
  await expect(approveIn(two)).toBeEnabled()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('my ')
  if (one) await denyFirst(installation, one)
  await expect(dockOf(page)).toHaveCount(1)
  await page.keyboard.type('my jay ')
  expect(await sent()).toBe(0)
  await expect(two.getByRole('button', { name: 'Deny' })).toBeVisible()
  await two.getByRole('heading', { name: '1 call waiting' }).click()
  await expect(approveIn(two)).toBeEnabled()
  await page.keyboard.press('y')
  await expect(dockOf(page)).toHaveCount(0)
})

test('a tap that ends on another button than it began on decides nothing', async ({ page, installation }) => {
  await waitingPage(page, installation, ['a.txt'])
  const sent = decisionsSentBy(page)
  const button = approveIn(cardOf(page, 'write_file'))
  await button.dispatchEvent('pointerdown', { pointerType: 'touch' })
  await messageOf(page).dispatchEvent('pointerdown', { pointerType: 'touch' })
  await button.evaluate(element =>
    element.dispatchEvent(
      new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch', detail: 1 }),
    ),
  )
  expect(await sent()).toBe(0)
  await button.click()
  await expect(cardOf(page, 'write_file')).toContainText('later.txt')
})
