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

test('an agent remembers with approval and is told in another session; a person writes, corrects and forgets', async ({
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
  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await expect(page).toHaveTitle('Memory · Countersign')
  const item = itemOf(page, 'teal')
  await expect(item).toContainText('Remembered in Branding')
  await expect(item).toContainText('Used once')

  const add = page.getByRole('region', { name: 'Add a memory' })
  await add.getByRole('textbox', { name: 'Text' }).fill('Invoices are paid within ten days.')
  await add.getByRole('textbox', { name: 'Tags' }).fill('money')
  await add.getByRole('button', { name: 'Add' }).click()
  const own = itemOf(page, 'Invoices')
  await expect(own).toContainText('Written by you')
  await expect(add.getByRole('textbox', { name: 'Text' })).toHaveValue('')
  await expectAccessible(page)
  await picture(page, 'full')
  await page.getByRole('button', { name: 'money', exact: true }).click()
  await expect(item).toHaveCount(0)
  await own.getByRole('button', { name: 'Edit' }).click()
  await listOf(page).getByRole('textbox', { name: 'Text' }).fill('Invoices are paid at once.')
  await picture(page, 'editing')
  await listOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(own).toContainText('at once')
  await own.getByRole('button', { name: 'Delete' }).click()
  await expect(own.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await own.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('No results.', { exact: false })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search memory' }).fill('')

  await item.getByRole('link', { name: 'Homepage' }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByText('1 memory recalled').click()
  await expect(page.getByText('recalled: The team’s favourite colour is teal.')).toBeVisible()
  await picture(page, 'timeline')
  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('Memory')
})
