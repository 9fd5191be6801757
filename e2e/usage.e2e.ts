import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'
import { picture } from './picture'

const WRITE = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }

const setPrices = (installation: Installation, prices: object | null): Promise<unknown> =>
  installation.ask('PATCH', `/api/models/${encodeURIComponent('scripted:replay')}`, { prices })

/** A session in which a Call was approved, and which is over. */
async function worked(installation: Installation, title: string) {
  const session = await installation.scripted({ title })
  await installation.play(session, [{ text: 'I will.', calls: [WRITE] }, { text: 'Done.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  return session
}

/** Everything happened on other days, and there were more and more tokens, of which the cache had some. */
const spread = (installation: Installation): Promise<void> =>
  installation.touch(`
    INSERT INTO "Request" SELECT p.* FROM generate_series(1, 24) n, "Request" r, jsonb_populate_record(r,
      jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n + 100 * r.number, 'startedAt', r."startedAt" - n * interval '1 day',
        'endedAt', r."endedAt" - n * interval '1 day' + interval '4 seconds',
        'usage', r.usage || jsonb_build_object('inputTokens', 9000 + 700 * (n % 7), 'cachedTokens', 2500 * (n % 4),
          'outputTokens', 1400 + 100 * n, 'totalTokens', 12000, 'cost', 0.03 + 0.01 * (n % 7)))) p WHERE n % 5 > 0;
    INSERT INTO "CallSet" SELECT p.* FROM generate_series(1, 24) n, "CallSet" s, jsonb_populate_record(s, jsonb_build_object(
      'id', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0')), 'createdAt', s."createdAt" - n * interval '1 day')) p
      WHERE n % 5 > 0 AND s.id = (SELECT min(id::text) FROM "CallSet")::uuid;
    INSERT INTO "Call" SELECT p.* FROM generate_series(1, 24) n, "Call" c, jsonb_populate_record(c, jsonb_build_object(
      'id', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0')), 'setId', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0')),
      'startedAt', c."startedAt" - n * interval '1 day' + n * interval '7 minutes',
      'endedAt', c."endedAt" - n * interval '1 day' + n * interval '7 minutes')) p
      WHERE n % 5 > 0 AND c."setId" = (SELECT min(id::text) FROM "CallSet" WHERE id::text NOT LIKE '00000000%')::uuid;
    INSERT INTO "Decision" SELECT p.* FROM generate_series(1, 24) n, "Decision" d, jsonb_populate_record(d, jsonb_build_object(
      'id', gen_random_uuid(), 'callId', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0')),
      'at', d.at - n * interval '1 day' + n * interval '7 minutes')) p
      WHERE n % 5 > 0 AND d."callId" = (SELECT min(id::text) FROM "Call" WHERE id::text NOT LIKE '00000000%')::uuid`)

const chartOf = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name} by day`) })

test('what agents used is there as charts, as tables, and by model, tool and session', async ({
  page,
  installation,
}) => {
  await setPrices(installation, { input: 2, output: 10 })
  await worked(installation, 'Release notes')
  await worked(installation, 'Nightly audit')
  await spread(installation)
  await page.goto('/')
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await expect(page).toHaveTitle('Usage · Countersign')
  for (const name of ['Cost', 'Tokens', 'Waiting for a person', 'Time to a decision'])
    await expect(chartOf(page, name)).toBeVisible()
  await expect(page.locator('svg style')).toHaveCount(0)
  for (const by of ['By model', 'By tool', 'By session'])
    await expect(page.getByRole('region', { name: by }).getByRole('table')).toBeVisible()
  await expect(page.getByRole('row', { name: /^scripted:replay/ })).toContainText('$')
  await expect(page.getByRole('row', { name: /^write_file/ })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'month')
  const byDay = page.getByRole('region', { name: 'By day' })
  const rows = await byDay.getByRole('row').count()
  await byDay.getByRole('button', { name: 'As a table' }).click()
  const table = byDay.getByRole('group', { name: 'By day' })
  await expect.poll(async () => (await table.boundingBox())?.height).toBeGreaterThan(200)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Last 7 days' }).check()
  await expect.poll(() => byDay.getByRole('row').count()).toBeLessThan(rows)
  await expect(chartOf(page, 'Cost')).toBeVisible()
  await picture(page, 'week-as-table')
  await page.getByRole('link', { name: 'Nightly audit' }).last().click()
  await expect(page.getByRole('heading', { name: 'Nightly audit' })).toBeVisible()
})

test('with the keyboard alone, and on a phone', async ({ page, installation }) => {
  await worked(installation, 'Release notes')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/usage')
  await expect(chartOf(page, 'Tokens')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Last 30 days' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Last 90 days' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'As a table' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('group', { name: 'By day' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('usage')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Usage')
})

test('what has no price is said to have none, and where nothing was used there is nothing to see', async ({
  page,
  installation,
}) => {
  await page.goto('/usage')
  await expect(page.getByText('Nothing was used in this time.')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'empty')
  const session = await worked(installation, 'Release notes')
  await page.reload()
  await expect(page.getByText('No request of this time had a price')).toBeVisible()
  await expect(page.getByText('Prices are set with PATCH /api/models/:id.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^scripted:replay/ })).toContainText('no price known')
  await expect(chartOf(page, 'Cost')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('$0')
  await picture(page, 'no-prices')
  await setPrices(installation, { input: 2, output: 10 })
  await installation.play(session, [{ text: 'Now it costs something.' }])
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await page.reload()
  await expect(chartOf(page, 'Cost')).toBeVisible()
  await expect(page.getByRole('row', { name: /^scripted:replay/ })).toContainText(
    '2 requests without a price',
  )
  await picture(page, 'one-day')
})

test('where it cannot be read the page says why, and tries again; without charts there is the table', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/500/, /ERR_FAILED/)
  await worked(installation, 'Release notes')
  await page.route('**/api/usage?*', route => route.fulfill({ status: 500, body: 'no' }))
  await page.goto('/usage')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Try again')
  await picture(page, 'error')
  await page.unroute('**/api/usage?*')
  await page.route('**/_next/static/**/*.js', route => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The charts could not be loaded.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'By day' }).getByRole('row')).toHaveCount(2)
  await page.unroute('**/_next/static/**/*.js')
  await page.reload()
  await expect(chartOf(page, 'Tokens')).toBeVisible()
})

test('the inspector tells what a session used, by run and by request', async ({ page, installation }) => {
  const session = await installation.scripted({ title: 'Release notes' })
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('button', { name: 'Inspector' }).click()
  await page.getByRole('tab', { name: 'Usage' }).click()
  const usage = page.getByRole('tabpanel', { name: 'Usage' })
  await expect(usage).toContainText('No request has been made yet')
  await installation.play(session, [{ text: 'I will.', calls: [WRITE] }, { text: 'Done.' }])
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(usage.getByRole('list', { name: 'By run' })).toContainText('Run 1')
  await expect(usage.getByRole('img', { name: /^Tokens by run/ })).toBeVisible()
  await usage.getByRole('radio', { name: 'By request' }).check()
  await expect(usage.getByRole('img', { name: /^Tokens by request/ })).toBeVisible()
  await expect(usage.getByRole('list', { name: 'By request' })).toContainText('Request 2')
  await expect(usage).toContainText('no price known')
  await expectAccessible(page)
  await picture(page, 'inspector')
})

test('whoever reads Russian gets it in Russian', async ({ page, installation }) => {
  await setPrices(installation, { input: 2, output: 10 })
  await worked(installation, 'Release notes')
  await spread(installation)
  await page.goto('/settings')
  await page.getByRole('group', { name: 'Language' }).getByText('Русский').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await page.goto('/usage')
  await expect(page.getByRole('heading', { name: 'Расход', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Токены по дням/ })).toBeVisible()
  await picture(page, 'russian')
})
