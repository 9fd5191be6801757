import { expect, type Locator } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, approveIn, cardOf, logOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { enabled, readOn, waitingPage, write } from './reading-on'

const TABLE = 'city;people\n"Rome; old";2873000\nOslo\nB\u202ecairo;10\n'
const PROSE =
  '# Plan\n\nSee [the page](https://evil.test/a) ![a map](https://evil.test/map.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'

const viewIn = (place: Locator, name: 'Text' | 'Preview'): Locator =>
  place.getByRole('button', { name, exact: true })

test('a file is seen as what it is beside its text, and only the text counts as read', async ({
  page,
  installation,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await waitingPage({ page, installation }, [write('cities.csv', TABLE)])
  const card = cardOf(page, 'write_file')
  const change = card.getByRole('figure', { name: 'Change' })
  await expect(approveIn(card)).toBeEnabled()
  await expect(viewIn(change, 'Text')).toHaveAttribute('aria-pressed', 'true')
  await viewIn(change, 'Preview').click()
  await expect(change.getByRole('columnheader')).toHaveText(['city', 'people'])
  await expect(change.getByRole('row').nth(1)).toHaveText(/Rome; old\s*2873000/)
  await expect(change).toContainText('B⟦U+202E⟧cairo')
  await expect(change).toContainText('1 row has more or fewer fields than the first.')
  await expect(change.getByText('+Oslo')).toBeHidden()
  await expectAccessible(page, '[data-call]')
  await picture(page, 'table')
  await viewIn(change, 'Text').click()
  await expect(change.getByRole('table')).toBeHidden()
  await approve(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(asked.filter(url => url.includes('evil.test'))).toEqual([])
})

test('who has seen only the preview has not seen the call', async ({ page, installation }) => {
  const content = `${PROSE}${'\n\nA paragraph.'.repeat(12)}`
  await waitingPage({ page, installation }, [write('plan.md', content)])
  const card = cardOf(page, 'write_file')
  const change = card.getByRole('figure', { name: 'Change' })
  await expect(approveIn(card)).toBeDisabled()
  await viewIn(change, 'Preview').click()
  await expect(change.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(change).toContainText('Image, not loaded: a map (https://evil.test/map.png)')
  await picture(page, 'prose')
  await readOn(page, () => expect(card.getByText('Signature')).toBeInViewport({ timeout: 500 }))
  await page.keyboard.press('y')
  await expect(approveIn(card)).toBeDisabled()
  await viewIn(change, 'Text').click()
  await readOn(page, enabled(approveIn(card)))
})

test('what was read of a file stands in colours under the numbers of its lines', async ({
  page,
  installation,
}) => {
  await installation.write('settings.json', '{\n  "name": "demo",\n  "size": 1.0\n}\n')
  await installation.write('code.ts', 'const a = 1\nexport const b = "two"\nconst c = 3\n')
  const calls = [
    { name: 'read_file', arguments: { path: 'code.ts', offset: 2, limit: 1 } },
    { name: 'read_file', arguments: { path: 'settings.json' } },
  ]
  await installation.decide(await waitingPage({ page, installation }, calls), 'approve')
  await expect(saidIn(page, 'Done.')).toBeVisible()
  const articles = logOf(page).getByRole('article', { name: 'read_file' })
  for (const article of await articles.all()) await article.locator('summary').first().click()
  // The reads run side by side, and the first to end is the first there.
  const resultOf = (path: string) =>
    articles.filter({ hasText: path }).getByRole('region', { name: 'Result' })
  const code = resultOf('code.ts')
  const settings = resultOf('settings.json')
  await expect(code.getByText('export', { exact: true })).toHaveCSS('color', 'rgb(29, 65, 150)')
  await expect(code.locator('[data-n]')).toHaveAttribute('data-n', '2')
  await expect(code).toContainText('[Lines 2 to 2 of 3. Read on with offset 3.]')
  await picture(page, 'read')
  await viewIn(settings, 'Preview').click()
  await expect(settings.getByRole('list')).toHaveText(/name: "demo"\s*size: 1\.0/)
  await picture(page, 'tree')
})
