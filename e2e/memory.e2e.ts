import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const QUESTION = 'What is our favourite colour?'
const COLOUR = 'The team’s favourite colour is teal.'

const listOf = (page: Page): Locator => page.getByRole('list', { name: 'Memories' })
const itemOf = (page: Page, text: string): Locator =>
  listOf(page).getByRole('listitem').filter({ hasText: text })

test('what is kept in memory is written, found, corrected and forgotten', async ({ page, expected }) => {
  expected.push(/422/)
  await page.goto('/')
  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await expect(page).toHaveTitle('Memory · Countersign')
  await expect(page.getByText('No memories yet.')).toBeVisible()
  await picture(page, 'empty')
  await expectAccessible(page)
  const add = page.getByRole('region', { name: 'Add a memory' })
  for (const [text, tags] of [
    [COLOUR, 'design, brand'],
    ['Invoices are paid within ten days.', ''],
  ]) {
    await add.getByRole('textbox', { name: 'Text' }).fill(text ?? '')
    await add.getByRole('textbox', { name: 'Tags' }).fill(tags ?? '')
    await add.getByRole('button', { name: 'Add' }).click()
    await expect(itemOf(page, text ?? '')).toBeVisible()
    await expect(add.getByRole('textbox', { name: 'Text' })).toHaveValue('')
  }
  await add.getByRole('textbox', { name: 'Text' }).fill('[Memory context] teal')
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByRole('alert')).toContainText('it is not kept')
  await picture(page, 'full')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'design', exact: true }).click()
  await expect(page.getByText('Only with the tag design')).toBeVisible()
  await expect(itemOf(page, 'Invoices')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(itemOf(page, 'Invoices')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search memory' }).fill('brand')
  await expect(itemOf(page, 'Invoices')).toHaveCount(0)
  const colour = itemOf(page, 'favourite colour')
  await colour.getByRole('button', { name: 'Edit' }).click()
  await listOf(page).getByRole('textbox', { name: 'Text' }).fill('The brand’s colour is red.')
  await picture(page, 'editing')
  await listOf(page).getByRole('button', { name: 'Save' }).click()
  const red = itemOf(page, 'colour is red')
  await expect(red).toContainText('Written by you')
  await red.getByRole('button', { name: 'Delete' }).click()
  await expect(red.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await red.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search memory' }).fill('')
  await expect(listOf(page).getByRole('listitem')).toHaveCount(1)
})

test('what an agent remembers with approval is recalled in another session, and says where', async ({
  page,
  installation,
}) => {
  const first = await installation.scripted({ title: 'Branding' })
  await installation.play(first, [
    { text: 'I keep that in mind.', calls: [{ name: 'remember', arguments: { text: COLOUR } }] },
    { text: 'Kept.' },
  ])
  await page.goto(`/sessions/${first.id}`)
  await approve(cardOf(page, 'remember'))
  await expect.poll(async () => (await installation.view(first)).session.state).toBe('idle')
  const second = await installation.scripted({ title: 'Homepage' })
  await installation.play(second, [{ text: `About: ${QUESTION}` }])
  await expect.poll(async () => (await installation.view(second)).session.state).toBe('idle')
  await page.goto('/memory')
  const item = itemOf(page, 'teal')
  await expect(item).toContainText('Remembered in Branding')
  await expect(item).toContainText('Recalled once')
  await expectAccessible(page)
  await picture(page, 'used')
  await item.getByRole('link', { name: 'Homepage' }).click()
  await page.getByRole('button', { name: 'Inspector' }).click()
  await page.getByText('1 memory recalled').click()
  await expect(page.getByText('recalled: The team’s favourite colour is teal.')).toBeVisible()
  await picture(page, 'timeline')
  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('Memory')
})
