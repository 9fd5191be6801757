import { expect } from 'playwright/test'
import { approve, approveIn, cardOf, dockOf, saidIn } from './dock'
import { test } from './journey'
import { denyFirst, waitingPage, write } from './reading-on'

test('several calls are a line each, and only the current one is open and can be decided', async ({
  page,
  installation,
}) => {
  await waitingPage({ page, installation }, [
    write('a.txt', 'first'),
    write('b.txt', 'second\nand more'),
    write('c.txt', 'third'),
  ])
  const cards = cardOf(page, 'write_file')
  const change = (n: number) => cards.nth(n).getByRole('figure', { name: 'Change' })
  const open = (n: number) => cards.nth(n).getByRole('button', { name: 'Open', exact: true })
  await expect(change(0)).toContainText('+first')
  await expect(open(0)).toBeHidden()
  await expect(open(1)).toHaveAccessibleDescription('write_file Create b.txt (2 lines)')
  await expect(cards.nth(1)).toHaveAccessibleDescription('Create b.txt (2 lines)')
  await expect(cards.nth(1)).toContainText('Medium risk')
  await expect(approveIn(dockOf(page))).toHaveCount(1)
  await open(1).click()
  await expect(cards.nth(1)).toBeFocused()
  await expect(cards.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(change(1)).toContainText('+second')
  await expect(change(0)).toBeHidden()
  await expect(approveIn(dockOf(page))).toHaveCount(1)
  // Whoever only comes by a line does not open it.
  await open(0).focus()
  await expect(change(0)).toBeHidden()
  await page.keyboard.press('j')
  await expect(cards.nth(2)).toBeFocused()
  await expect(change(2)).toContainText('+third')
  await approve(cards.nth(2))
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await expect(cards.first()).toBeFocused()
  await expect(change(0)).toBeVisible()
  await approve(cards.first())
  await approve(cards.first())
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('b.txt')).toBe('second\nand more')
})

test('what is settled is folded into one line, and what waits stands there with what it is about', async ({
  page,
  installation,
}) => {
  const session = await waitingPage(
    { page, installation },
    ['a', 'b', 'c', 'd', 'last'].map(name => write(`${name}.txt`, name)),
  )
  const cards = cardOf(page, 'write_file')
  const settled = dockOf(page).getByRole('button', { name: /^\d+ settled$/ })
  await approve(cards.first())
  await expect(dockOf(page).getByText('Finished.')).toBeVisible()
  await expect(settled).toBeHidden()
  await cards.first().getByRole('button', { name: 'Deny' }).click()
  await page.keyboard.press('Enter')
  await expect(settled).toHaveText(/2 settled/)
  await expect(cards.first()).toBeFocused()
  await expect(cards.first().getByRole('figure', { name: 'Change' })).toContainText('+c')
  await expect(dockOf(page).getByText('Denied by Owner')).toBeHidden()
  await settled.click()
  await expect(dockOf(page).getByText('Denied by Owner')).toBeVisible()
  await expect(dockOf(page).getByText('Approved by Owner')).toBeVisible()

  for (const _ of ['c.txt', 'd.txt']) await denyFirst(installation, session)
  await expect(dockOf(page).getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  for (const tab of ['as it came', 'as it is loaded']) {
    if (tab === 'as it is loaded') await page.reload()
    await expect(cards.getByRole('heading', { name: 'write_file' })).toBeInViewport({ ratio: 1 })
    await expect(cards.getByText('Create last.txt')).toBeInViewport({ ratio: 1 })
    await expect(approveIn(cards)).toBeInViewport({ ratio: 1 })
  }
  await expect(approveIn(cards)).toBeEnabled()
})
