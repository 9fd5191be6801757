import { expect } from 'playwright/test'
import { fromEnd, logOf } from './dock'
import { hitsIn, tellOfBirds } from './history'
import { test } from './journey'

test('a hit leads to its place, however much was said since, and stays there', async ({
  page,
  installation,
}) => {
  const session = await installation.long(2_400)
  const read: string[] = []
  page.on('request', request => {
    if (request.url().includes('/transcript')) read.push(new URL(request.url()).search)
  })
  const linked = page.locator('[data-linked]')
  for (const seq of [4, 1_201, 2_000, 40, 2_300]) {
    const path = `/api/sessions/${session.id}/transcript?after=${seq - 1}&limit=1`
    const { items } = await installation.ask<{ items: { text: string }[] }>('GET', path)
    const words = items[0]?.text.replaceAll(/[#*`]/g, '').trim().split('\n')[0] ?? ''
    read.length = 0
    await page.goto('/inbox')
    await page.goto(`/sessions/${session.id}#seq-${seq}`)
    await expect(linked).toContainText(words)
    await expect(linked).toBeFocused()
    // What lies around it comes in as well, and moves nothing.
    await page.waitForLoadState('networkidle')
    await expect(linked).toBeInViewport()
    expect(read.filter(search => search.includes('around')).length).toBe(1)
    expect(read.length).toBeLessThan(5)
  }
})

test('whoever has followed a link gets from there to the newest message', async ({ page, installation }) => {
  const session = await installation.long(2_400)
  await page.goto(`/sessions/${session.id}#seq-2300`)
  await expect(page.locator('[data-linked]')).toBeFocused()
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect.poll(() => fromEnd(page)).toBe(0)
  await expect(page.locator('[data-linked]')).not.toBeInViewport()
})

test('a link leads to an entry that comes only when the page is there', async ({ page, installation }) => {
  const session = await installation.scripted()
  await installation.play(session, [{ text: 'The first.' }, { text: 'The second.' }])
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  const { seq } = await installation.view(session)
  await page.goto(`/sessions/${session.id}#seq-${seq + 1}`)
  await expect(logOf(page)).toContainText('The first.')
  await expect(page.locator('[data-linked]')).toHaveCount(0)
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, { text: 'Go on.' })
  await expect(page.locator('[data-linked]')).toContainText('Go on.')
  await expect(page.locator('[data-linked]')).toBeFocused()
})

test('a call that was found lies open at its place, with the words that were looked for', async ({
  page,
  installation,
}) => {
  await tellOfBirds(installation)
  await page.goto('/history?q=sparrow&kind=call')
  await hitsIn(page).first().click()
  const line = page.locator('[data-linked]')
  await expect(line).toBeFocused()
  await expect(line.getByRole('region', { name: 'Proposed' })).toContainText('A bird <b>of prey</b>')
})

test('words that were found in the middle of a long text are not folded away', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const content = Array.from({ length: 300 }, (_, n) => (n === 150 ? 'a kestrel' : `line ${n}`)).join('\n')
  await installation.play(session, [
    { calls: [{ name: 'write_file', arguments: { path: 'birds.md', content } }] },
    { text: 'Done.' },
  ])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await page.goto('/history?q=kestrel&kind=call')
  await hitsIn(page).first().click()
  await expect(page.locator('[data-linked]').getByText('a kestrel')).toBeVisible()
})
