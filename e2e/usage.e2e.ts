import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import type { Installation } from './installation'
import { test } from './journey'
import { picture } from './picture'

/** A session in which a Call was approved, and which is over. */
async function worked(installation: Installation, title: string): Promise<void> {
  const session = await installation.scripted({ title })
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  await installation.play(session, [{ text: 'I will.', calls: [write] }, { text: 'Done.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
}

const chartOf = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name} by day`) })

test('what agents used is there as charts, as tables, and by model, tool and session, by keys as well', async ({
  page,
  installation,
}) => {
  await worked(installation, 'Release notes')
  const prices = { input: 2, output: 10 }
  await installation.ask('PATCH', `/api/models/${encodeURIComponent('scripted:replay')}`, { prices })
  await worked(installation, 'Nightly audit')
  await page.goto('/')
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await expect(page).toHaveTitle('Usage · Countersign')
  for (const name of ['Cost', 'Tokens', 'Waiting for a decision', 'Time to decide'])
    await expect(chartOf(page, name)).toBeVisible()
  for (const by of ['By model', 'By tool', 'By session'])
    await expect(page.getByRole('region', { name: by }).getByRole('table')).toBeVisible()
  await expect(page.getByRole('row', { name: /^scripted:replay/ })).toContainText(
    '2 requests without a price',
  )
  await expectAccessible(page)
  await picture(page, 'month')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Last 30 days' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Last 90 days' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByText('View as table')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const table = page.getByRole('group', { name: 'By day' })
  await expect(table).toBeFocused()
  await expect.poll(async () => (await table.boundingBox())?.height).toBeGreaterThan(40)
  await expect(chartOf(page, 'Tokens')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await picture(page, 'quarter-as-table')
  await page.getByRole('link', { name: 'Nightly audit' }).last().click()
  await expect(page.getByRole('heading', { name: 'Nightly audit' })).toBeVisible()
})
