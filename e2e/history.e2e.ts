import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf, fromEnd, logOf } from './dock'
import type { Installation } from './installation'
import { test } from './journey'
import { picture } from './picture'

const searchOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search history' })
const hitsIn = (page: Page): Locator =>
  page.getByRole('main').getByRole('listitem').getByRole('listitem').getByRole('link')
const rowsIn = (page: Page): Locator => page.getByRole('main').getByRole('row').getByRole('link')
const linkedIn = (page: Page): Locator => page.locator('[data-linked]')

/** A session in which one Call was denied and one, in whose middle there is a kestrel, was approved; and others. */
async function tellOfBirds(installation: Installation, others: number): Promise<void> {
  const session = await installation.scripted({ title: 'Release notes' })
  const lines = Array.from({ length: 300 }, (_, n) => (n === 150 ? 'a kestrel' : `line ${n}`))
  const files = { 'sparrow.md': 'A bird <b>of prey</b>', 'birds.md': lines.join('\n') }
  const calls = Object.entries(files).map(([path, content]) => ({
    name: 'write_file',
    arguments: { path, content },
  }))
  await installation.play(session, [{ text: 'I write about birds.', calls }, { text: 'One is written.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(2)
  const set = (await installation.view(session)).pendingSet
  const [denied, approved] = (set?.calls ?? []).map(({ id, digest }) => ({ callId: id, digest }))
  await installation.ask('POST', `/api/sets/${set?.id}/decisions`, {
    decisions: [
      { ...denied, kind: 'deny', reason: 'No birds today' },
      { ...approved, kind: 'approve' },
    ],
  })
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  for (let n = 1; n <= others; n += 1) await installation.scripted({ title: `Session about birds ${n}` })
}

test('what was said, called and decided is found by its words, and leads to its place and back', async ({
  page,
  installation,
}) => {
  await tellOfBirds(installation, 30)
  await page.goto('/history')
  await expect(page).toHaveTitle('History · Countersign')
  await expectAccessible(page)
  await searchOf(page).fill('birds tod')
  await expect(page.getByRole('status')).toHaveText(/\d results?/)
  await expect(hitsIn(page).first()).toContainText('No birds today')
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/birds|today/)
  await expect(page).toHaveURL(/\/history\?q=birds\+tod$/)
  await searchOf(page).fill('kestrel')
  await expect(hitsIn(page)).toHaveCount(1)
  await expectAccessible(page)
  await picture(page, 'hits')
  await page.reload()
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(searchOf(page)).toBeFocused()
  await expect(hitsIn(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]+#seq-\d+$/)
  await expect(linkedIn(page)).toBeFocused()
  // What was looked for is not folded away.
  await expect(linkedIn(page).getByText('a kestrel')).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
  await expect(hitsIn(page)).toHaveCount(1)

  await page.evaluate(() => history.pushState(null, '', '/history?q=birds&kind=session'))
  await expect(searchOf(page)).toHaveValue('birds')
  await expect(rowsIn(page)).toHaveCount(30)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const hit = rowsIn(page).filter({ hasText: 'Session about birds 5' })
  await hit.scrollIntoViewIfNeeded()
  const before = await hit.boundingBox()
  await hit.click()
  await expect(page.getByRole('heading', { name: 'Session about birds 5' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await hit.boundingBox())?.y).toBe(before?.y)
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
})

test('no letter is lost of what is written before the page is at work, or faster than it can follow', async ({
  page,
  installation,
}) => {
  await installation.scripted({ title: 'Kestrel, again' })
  const { promise: isSlow, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async route => {
    await isSlow
    await route.continue()
  })
  await page.goto('/history?kind=session', { waitUntil: 'commit' })
  await searchOf(page).fill('kestrel')
  resolve()
  await expect(rowsIn(page).first()).toContainText('Kestrel')
  await expect(page).toHaveURL(/q=kestrel$/)
  await rowsIn(page).first().click()
  await expect(logOf(page)).toBeVisible()
  await page.goBack()
  await expect(searchOf(page)).toHaveValue('kestrel')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await searchOf(page).press('End')
  await searchOf(page).pressSequentially(', again and again')
  await expect(searchOf(page)).toHaveValue('kestrel, again and again')
  await expect(page).toHaveURL(/q=kestrel%2C\+again\+and\+again$/)
})

test('a link leads to its place, however much was said since or is still to be said, and from there to the end', async ({
  page,
  installation,
}) => {
  const session = await installation.long(2_400)
  const read: string[] = []
  page.on('request', request => {
    if (request.url().includes('/transcript')) read.push(new URL(request.url()).search)
  })
  for (const seq of [4, 1_201, 2_300]) {
    const path = `/api/sessions/${session.id}/transcript?after=${seq - 1}&limit=1`
    const { items } = await installation.ask<{ items: { text: string }[] }>('GET', path)
    const words = items[0]?.text.replaceAll(/[#*`]/g, '').trim().split('\n')[0] ?? ''
    read.length = 0
    await page.goto('/inbox')
    await page.goto(`/sessions/${session.id}#seq-${seq}`)
    await expect(linkedIn(page)).toContainText(words)
    await expect(linkedIn(page)).toBeFocused()
    // What lies around it comes in as well, and moves nothing.
    await page.waitForLoadState('networkidle')
    await expect(linkedIn(page)).toBeInViewport()
    expect(read.filter(search => search.includes('around')).length).toBe(1)
    expect(read.length).toBeLessThan(5)
  }
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect.poll(() => fromEnd(page)).toBe(0)
  await expect(linkedIn(page)).not.toBeInViewport()

  const young = await installation.scripted()
  await installation.play(young, [{ text: 'The first.' }, { text: 'The second.' }])
  await expect.poll(async () => (await installation.view(young)).session.state).toBe('idle')
  const { seq } = await installation.view(young)
  await page.goto(`/sessions/${young.id}#seq-${seq + 1}`)
  await expect(logOf(page)).toContainText('The first.')
  await expect(linkedIn(page)).toHaveCount(0)
  await installation.ask('POST', `/api/sessions/${young.id}/messages`, { text: 'Go on.' })
  await expect(linkedIn(page)).toContainText('Go on.')
  await expect(linkedIn(page)).toBeFocused()
})

test('a decision is taken otherwise in a branch, and both are compared from where they part', async ({
  page,
  installation,
}) => {
  const edit = (path: string, content: string) => ({ kind: 'edit', arguments: { path, content } })
  const session = await installation.scripted({ title: 'Birds' })
  const decide = async (at: typeof session, ...decided: object[]): Promise<void> => {
    await expect.poll(async () => (await installation.view(at)).pendingSet?.calls.length).toBe(3)
    const { id, calls = [] } = (await installation.view(at)).pendingSet ?? {}
    const decisions = calls.map(({ id, digest }, n) => ({ callId: id, digest, ...decided[n] }))
    await installation.ask('POST', `/api/sets/${id}/decisions`, { decisions })
    await expect.poll(async () => (await installation.view(at)).session.state).toBe('idle')
  }
  const calls = ['wren.md', 'lark.md', 'finch.md'].map(path => ({
    name: 'write_file',
    arguments: { path, content: 'A bird.\n' },
  }))
  await installation.play(session, [{ calls }, { text: 'That was that.' }])
  await decide(session, { kind: 'deny' }, edit('lark.md', 'A lark.\n'), edit('finch.md', 'A finch.\n'))
  await page.goto('/history')
  const hit = page.getByRole('main').getByRole('listitem').getByRole('listitem')
  // They come with requests of their own, and move what is below them.
  await expect(hit.getByRole('figure', { name: 'Correction' })).toHaveCount(2)
  await hit.filter({ hasText: 'wren.md' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Branch before this decision' }).click()
  await expect(cardOf(page, 'write_file').first()).toBeVisible()
  const branch = { ...session, id: page.url().replace(/.*\//, '') }
  // The second is changed otherwise than before, the third in the same way.
  await decide(branch, { kind: 'approve' }, edit('lark.md', 'No lark.\n'), edit('finch.md', 'A finch.\n'))
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByText('Decided differently')).toHaveCount(4)
  const sides = page.getByRole('main').getByRole('region', { name: 'Birds' })
  await expect(sides).toHaveCount(2)
  const [left, right] = await Promise.all((await sides.all()).map(side => side.boundingBox()))
  expect(left?.y).toBe(right?.y)
  await expectAccessible(page)
  await picture(page, 'compare')
})
