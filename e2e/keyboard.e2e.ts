import { expect, type Locator, type Page } from 'playwright/test'
import {
  approveIn,
  cardOf,
  decisionsSentBy,
  dockOf,
  logOf,
  messageOf,
  pressUntilFocused,
  saidIn,
  statusOf,
} from './dock'
import { test } from './journey'

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })

/** Parts of a card come a little later than the card, and their moment begins then. */
const timePassesUntilOn = (page: Page, button: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(100)
    await expect(button).toBeEnabled({ timeout: 1 })
  }).toPass({ intervals: [20] })

test('somebody who is writing “yay any” while calls arrive decides nothing', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const sent = decisionsSentBy(page)
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).pressSequentially('yay ')
  await installation.play(session, [{ calls: [write('a.txt')] }, { text: 'Done.' }])
  await messageOf(page).pressSequentially('any')
  await expect(statusOf(page)).toContainText('1 call waiting: write_file')
  const card = cardOf(page, 'write_file')
  await expect(approveIn(card)).toBeEnabled()
  await messageOf(page).pressSequentially(' yen')
  await expect(messageOf(page)).toBeFocused()
  await logOf(page).focus()
  await page.keyboard.press('y')
  await page.keyboard.press('n')
  await expect(messageOf(page)).toHaveValue('yay any yen')
  await expect(card.getByRole('button', { name: 'Deny' })).toBeVisible()
  expect(await sent()).toBe(0)
  await messageOf(page).fill('')
  // Enter approves only on the button.
  await card.focus()
  await page.keyboard.press('Enter')
  expect(await sent()).toBe(0)
  await logOf(page).focus()
  // The message box becomes one line, which moves the button: a key does nothing for a moment.
  await expect(async () => {
    await page.keyboard.press('y')
    await expect(saidIn(page, 'Done.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('what decides at one press does nothing for a moment after it appeared or moved, nor does a key that is held', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const sent = decisionsSentBy(page)
  await page.clock.install()
  // What comes, comes by a stream that is there before time stands still.
  const stream = page.waitForResponse(/\/api\/live\?follow/)
  await page.goto(`/sessions/${session.id}`)
  await stream
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  await page.clock.pauseAt(Date.now() + 20_000)
  await installation.play(session, [{ calls: [write('a.txt'), write('b.txt')] }, { text: 'Done.' }])
  const card = cardOf(page, 'write_file').first()
  const approve = approveIn(card)
  const all = dockOf(page).getByRole('button', { name: 'Approve all' })
  await expect(async () => {
    await page.clock.runFor(1)
    expect(await approve.isVisible()).toBe(true)
  }).toPass({ intervals: [20] })
  for (const button of [approve, all]) {
    await expect(button).toBeDisabled()
    await button.click({ force: true })
  }
  await page.keyboard.down('y')
  await timePassesUntilOn(page, approve)
  await page.keyboard.down('y')
  await page.keyboard.up('y')
  expect(await sent()).toBe(0)

  await timePassesUntilOn(page, all)
  await page.setViewportSize({ width: 1280, height: 700 })
  await all.click({ force: true })
  await expect(all).toBeDisabled()
  expect(await sent()).toBe(0)
  await timePassesUntilOn(page, all)
  await page.clock.resume()
  await expect(approve).toBeEnabled()
  expect(await turnedOffByGrowth(card)).toEqual(['Approve'])
  await dockOf(page).getByRole('button', { name: 'Deny all' }).click()
  const reason = dockOf(page).getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dockOf(page).getByRole('button', { name: 'Deny all' })).toBeFocused()
  await page.keyboard.press('Enter')
  await reason.fill('Not these')
  await page.keyboard.press('Enter')
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(logOf(page).getByText('Denied by Owner')).toHaveCount(2)
  await expect(installation.read('a.txt')).rejects.toThrow('ENOENT')
})

test('a person does everything by keyboard', async ({ page, installation }) => {
  await page.goto('/')
  await expect(messageOf(page)).toBeVisible()
  await pressUntilFocused(page, 'Tab', messageOf(page))
  await page.keyboard.type('Create a.md with one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('and two, create b.md with three')
  await page.keyboard.press('Enter')
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  const cards = dockOf(page).getByRole('group', { name: 'write_file' })
  await expect(cards.first()).toBeFocused()
  await expect(approveIn(cards.first())).toBeEnabled()
  await expect(cards.first()).toHaveAttribute('aria-current', 'true')
  await expect(cards.first()).toHaveAccessibleDescription(/a\.md/)
  await expect(cards.last()).toHaveAccessibleDescription(/b\.md/)
  await page.keyboard.press('m')
  await expect(messageOf(page)).toBeFocused()
  await page.keyboard.type('no yes')
  await page.keyboard.press('Escape')
  await expect(cards.first()).toBeFocused()
  // Letters are for writing as long as something unsent stands there.
  await page.keyboard.press('n')
  await expect(cards.first().getByRole('status')).toHaveText('Send or clear your message first')
  await expect(cards.first().getByRole('button', { name: 'Deny' })).toBeVisible()
  await page.keyboard.press('m')
  await messageOf(page).fill('')
  await page.keyboard.press('Escape')

  await page.keyboard.press('j')
  await expect(cards.last()).toBeFocused()
  await expect(cards.last()).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('k')
  await expect(cards.first()).toBeFocused()
  await page.keyboard.press('n')
  await expect(cards.first().getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toBeFocused()
  await page.keyboard.press('e')
  const field = cards.first().getByRole('textbox', { name: 'content', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('four')
  await expect(cards.first().getByRole('button', { name: 'Approve with changes' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(logOf(page).getByText('Approved by Owner, with changes')).toBeFocused()
  expect(await installation.read('b.md')).toBe('four')
})

/** Makes a card taller. The buttons that are turned off by it, without their keys. */
const turnedOffByGrowth = (card: Locator): Promise<string[]> =>
  card.evaluate(element => {
    const off = new Promise<string[]>(resolve => {
      new MutationObserver((changes, observer) => {
        observer.disconnect()
        const buttons = changes.flatMap(({ target }) => (target instanceof HTMLElement ? [target] : []))
        resolve(
          buttons
            .filter(button => button.ariaDisabled === 'true')
            .map(button => button.firstChild?.textContent?.trim() ?? ''),
        )
      }).observe(document, { subtree: true, attributeFilter: ['aria-disabled'] })
    })
    element.style.paddingBottom = '40px'
    return off
  })
