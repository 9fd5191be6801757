import { expect, type Page } from 'playwright/test'
import { dockOf, messageOf, saidIn } from './dock'
import { test } from './journey'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Whatever can be pressed but leaves no room for a finger, or can be written in and makes the browser zoom in. */
const unfitIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** A link in a list is as large as the row that it covers. */
    const boxOf = (element: Element): DOMRect => {
      const isCover = getComputedStyle(element, '::after').position === 'absolute'
      const row = isCover ? element.closest('.relative') : null
      return (row ?? element).getBoundingClientRect()
    }
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const pressed = [
      ...document.querySelectorAll('button, li a, nav a, [role="tab"], [role="menuitem"], select, summary'),
    ]
    const small = pressed
      .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map(element => ({ element, box: boxOf(element) }))
      .filter(({ element, box }) => box.width > 1 && !element.closest('.sr-only'))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ element, box }) => `${nameOf(element)}: ${Math.round(box.width)} × ${Math.round(box.height)}`)
    const written = [
      ...document.querySelectorAll('input:not([type="checkbox"], [type="radio"]), textarea, select'),
    ]
    const zooming = written
      .filter(element => element.checkVisibility())
      .filter(element => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
      .map(element => `${nameOf(element)}: ${getComputedStyle(element).fontSize}`)
    return [...new Set([...small, ...zooming])]
  })

test('on a phone whatever can be pressed has room for a finger, and no field makes the browser zoom in', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Release notes' })
  await installation.ask('POST', '/api/memories', { text: 'The notes are short.', tags: ['notes'] })
  const look = { name: 'list_files', arguments: { path: '.' } }
  await installation.play(session, [{ calls: [look] }, { text: 'Looked.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  // What is sent while a run is active would steer it.
  const ended = () =>
    expect.poll(async () => (await installation.view(session)).activeRun?.status).toBeUndefined()
  await ended()
  const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })
  await installation.play(session, [{ text: 'Good.', reasoning: 'Let me see.' }])
  await ended()
  await installation.play(session, [{ calls: [write('a.txt'), write('b.txt')] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page)).toBeVisible()
  await expect(messageOf(page)).toBeVisible()
  await expect(saidIn(page, 'Good.')).toBeAttached()
  expect(await unfitIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Sessions' }).tap()
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible()
  expect(await unfitIn(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inbox' }).tap()
  await expect(dockOf(page)).toBeVisible()
  expect(await unfitIn(page)).toEqual([])
  for (const [verb, field] of [
    ['Edit', 'content'],
    ['Replace', 'Tool'],
    ['Answer', 'Result'],
  ] as const) {
    const card = dockOf(page).getByRole('group', { name: 'write_file' }).first()
    if (verb === 'Edit') await card.getByRole('button', { name: verb }).tap()
    else {
      await card.getByRole('button', { name: 'More', exact: true }).tap()
      await expect(card.getByRole('menuitem')).toHaveCount(3)
      expect(await unfitIn(page)).toEqual([])
      await card.getByRole('menuitem', { name: verb }).tap()
    }
    await expect(card.getByLabel(field, { exact: true })).toBeVisible()
    expect(await unfitIn(page)).toEqual([])
    await card.getByRole('button', { name: 'Cancel' }).tap()
  }
  for (const place of ['history?q=notes', 'memory', 'skills', 'tools', 'policy', 'health', 'settings']) {
    await page.goto(`/${place}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await unfitIn(page), place).toEqual([])
  }
})
