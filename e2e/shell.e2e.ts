import { expect } from 'playwright/test'
import { logOf, messageOf } from './dock'
import { test } from './journey'

test('somebody who keeps their hands on the keyboard gets everywhere, and finds out how', async ({
  page,
  installation,
}) => {
  await installation.scripted({ title: 'Release notes' })
  const audit = await installation.scripted({ title: 'Nightly audit' })
  await page.goto(`/sessions/${audit.id}`)
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  await page.locator('body').press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Approve the current call')
  await expect(sheet.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const loading = Promise.withResolvers<void>()
  await page.route('**/_next/static/**', route => loading.promise.then(() => route.continue()))
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.type('any')
  loading.resolve()
  await expect(palette.getByRole('combobox')).toHaveValue('any')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await palette.getByRole('combobox').fill('')
  for (const [name, keys] of Object.entries({ Inbox: 'gi', History: 'gh', Memory: 'gm' }))
    await expect(palette.getByRole('option', { name, exact: true })).toHaveText(`${name}${keys}`)
  await page.keyboard.type('release')
  await expect(palette.getByRole('option', { selected: true })).toContainText('Release notes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Release notes' })).toBeVisible()
  await expect(palette).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search sessions' })).toBeFocused()
  await messageOf(page).fill('g i ? /')
  await messageOf(page).press('?')
  await expect(messageOf(page)).toHaveValue('g i ? /?')
  await expect(sheet).toBeHidden()

  await page.goto(`/sessions/${audit.id}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to transcript' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(messageOf(page)).toBeFocused()
  await page.goto('/memory')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search memory' })).toBeFocused()
})

test('the page is light or dark, and speaks the language, as a person wants it, from the first paint on', async ({
  page,
}) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const [light, dark] = ['rgb(251, 250, 247)', 'rgb(20, 20, 18)']
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings')
  expect(await paper()).toBe(light)
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await paper()).toBe(dark)
  await page.getByRole('group', { name: 'Language' }).getByText('Русский').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.getByRole('link', { name: 'Входящие' })).toBeVisible()
  await page.reload()
  expect(await paper()).toBe(dark)
  await expect(page.getByRole('link', { name: 'История' })).toBeVisible()
  await page.getByRole('radio', { name: 'Как в системе' }).check()
  expect(await paper()).toBe(light)
})

test('a session that was exported is imported from the palette, and says whence it comes', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/status of 422/)
  const session = await installation.scripted({ title: 'Boats' })
  const calls = [{ name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }]
  await installation.play(session, [{ calls: [...calls, ...calls] }, { text: 'Done.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(2)
  const set = (await installation.view(session)).pendingSet
  const { id: callId, digest } = set?.calls[0] ?? {}
  const decisions = [{ callId, digest, kind: 'deny', reason: 'Not this one.' }]
  await installation.ask('POST', `/api/sets/${set?.id}/decisions`, { decisions })
  const file = await installation.ask<object>('GET', `/api/sessions/${session.id}/export?format=json`)
  await page.goto('/sessions/new')
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const choose = async (content: object) => {
    const chooser = page.waitForEvent('filechooser')
    await palette.getByRole('option', { name: 'Import a session' }).click()
    const buffer = Buffer.from(JSON.stringify(content))
    await (await chooser).setFiles({ name: 'boats.json', mimeType: 'application/json', buffer })
  }
  await choose({ notes: 'of boats' })
  await expect(palette.getByRole('alert')).toContainText('exported as JSON')
  await choose(file)
  await expect(page.getByText(`Imported from session ${session.id.slice(-12)}`)).toBeVisible()
  await expect(logOf(page)).toContainText('Owner (as imported, unverified)')
  await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible()
})
