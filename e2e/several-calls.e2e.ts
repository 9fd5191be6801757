import { expect } from 'playwright/test'
import { approve, approveIn, cardOf, chooseMore, dockOf, logOf, openCard, saidIn } from './dock'
import { test } from './journey'
import { lines, waitingPage, write } from './reading-on'

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
  await expect(open(1)).toHaveAccessibleDescription('write_file Create b.txt')
  await expect(cards.nth(1)).toHaveAccessibleDescription('Create b.txt')
  await expect(cards.nth(1)).toContainText('2 lines added, 0 removed')
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

test('what somebody has begun to write about a call stays while they look at another', async ({
  page,
  installation,
}) => {
  await waitingPage({ page, installation }, [write('a.txt', lines(12)), write('b.txt', 'B')])
  const cards = cardOf(page, 'write_file')
  await chooseMore(cards.first(), 'Answer')
  const answer = cards.first().getByRole('textbox', { name: 'Result' })
  await answer.fill('It is there')
  await openCard(cards.last())
  await expect(approveIn(cards.last())).toBeVisible()
  await expect(answer).toHaveValue('It is there')
  // The press makes its call the current one, which unfolds: not before it is over.
  await cards.first().getByRole('button', { name: 'Cancel' }).click()
  await expect(answer).toBeHidden()
  await expect(approveIn(cards.first())).toBeVisible()
})

test('what decides about all is not there while one of them is being changed', async ({
  page,
  installation,
}) => {
  await waitingPage({ page, installation }, [write('a.txt', 'A'), write('b.txt', 'B')])
  const [card, all] = [cardOf(page, 'write_file').first(), dockOf(page).getByRole('button', { name: /all/ })]
  await expect(all.first()).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(card.getByRole('textbox', { name: 'content' })).toBeVisible()
  await expect(all).toHaveCount(0)
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(dockOf(page).getByRole('button', { name: 'Deny all' })).toBeVisible()
})

test('what is settled is folded into one line while others wait', async ({ page, installation }) => {
  await waitingPage(
    { page, installation },
    ['a', 'b', 'c', 'd'].map(name => write(`${name}.txt`, name)),
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
  await expect(settled).toHaveAttribute('aria-expanded', 'true')
  await logOf(page).focus()
  await page.keyboard.press('j')
  await expect(cards.last()).toBeFocused()
})

test('many calls are narrowed to those that somebody looks for, and all of them still means all', async ({
  page,
  installation,
}) => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const read = { name: 'read_file', arguments: { path: 'two.txt' } }
  await waitingPage({ page, installation }, [...names.map(name => write(`${name}.txt`, name)), read])
  const cards = dockOf(page).getByRole('group')
  const filter = dockOf(page).getByRole('textbox', { name: 'Filter calls' })
  await filter.fill('two')
  await expect(filter).toHaveAccessibleDescription(
    '2 of 10 calls. Approve all and Deny all still mean all 10.',
  )
  await expect(cards).toHaveCount(2)
  await expect(filter).toBeFocused()
  await expect(cards.first().getByRole('figure', { name: 'Change' })).toContainText('+two')
  await filter.fill('two write')
  await expect(cards).toHaveCount(1)
  await logOf(page).focus()
  await page.keyboard.press('j')
  await expect(cards.first()).toHaveAttribute('aria-current', 'true')
  await filter.fill('two')
  await cards.first().getByRole('button', { name: 'Deny' }).click()
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(1)
  await filter.press('Escape')
  await expect(cards).toHaveCount(9)
  await dockOf(page).getByRole('button', { name: 'Deny all' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
})
