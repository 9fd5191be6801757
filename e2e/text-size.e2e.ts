import { expect, type Locator } from 'playwright/test'
import { cardOf, dockOf, logOf, messageOf } from './dock'
import { test } from './journey'

const sizeOf = (element: Locator): Promise<number> =>
  element.evaluate(node => Number.parseFloat(getComputedStyle(node).fontSize))

test('whoever has set twice the size of text gets all of it in twice the size', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Release notes' })
  const write = { name: 'write_file', arguments: { path: 'notes.md', content: 'A line of the notes' } }
  await installation.play(session, [{ text: '# A title\n\nAnd `code`.', calls: [write] }])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page)).toBeVisible()
  await expect(logOf(page).getByRole('heading', { name: 'A title' })).toBeVisible()
  const texts = {
    title: page.getByRole('heading', { name: 'Release notes' }),
    heading: logOf(page).getByRole('heading', { name: 'A title' }),
    code: logOf(page).locator('code'),
    diff: cardOf(page, 'write_file').getByText('A line of the notes').first(),
    button: cardOf(page, 'write_file').getByRole('button', { name: 'Deny' }),
    message: messageOf(page),
    link: page.getByRole('link', { name: 'History' }),
  }
  const measure = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(texts).map(async ([name, text]) => [name, await sizeOf(text)])),
    )
  const before: Record<string, number> = await measure()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const after = Object.fromEntries(Object.entries(before).map(([name, size]) => [name, 2 * size]))
  expect(await measure()).toEqual(after)
})
