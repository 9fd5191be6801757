import { expect } from 'playwright/test'
import { approve, approveIn, cardOf, dockOf } from './dock'
import { test } from './journey'
import { denyFirst, waitingPage, write } from './reading-on'

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
