import { expect, type Page } from 'playwright/test'
import { fromEnd, logOf, messageOf, saidIn } from './dock'
import { test } from './journey'

const heightOf = (page: Page): Promise<number> => logOf(page).evaluate(log => log.scrollHeight)

const looksAt = (part: number): string => `I look at the notes of part ${part} first.`

/**
 * Notes where an element stands in each frame from now on; the answer gives all places that were seen. What is
 * mended between layout and paint is nowhere to be seen: it looks when the frame has been painted.
 */
async function watchPlace(page: Page, selector: string, words: string): Promise<() => Promise<number[]>> {
  await page.evaluate(
    ([where, text]) => {
      const places = new Set<number>()
      const painted = new MessageChannel()
      painted.port1.onmessage = () => {
        const found = [...document.querySelectorAll(where)].find(element => element.textContent === text)
        if (found) places.add(Math.round(found.getBoundingClientRect().top))
        requestAnimationFrame(() => painted.port2.postMessage(null))
      }
      painted.port2.postMessage(null)
      Object.assign(window, { places })
    },
    [selector, words] as const,
  )
  return () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places])
}

/** How far the fonts are that the page has asked for, once what there is of them has been painted. */
const fontsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = [...document.fonts].map(font => font.status)
    for (const _ of known) await new Promise(requestAnimationFrame)
    return [...new Set(known.filter(status => status !== 'unloaded'))]
  })

/** Turns the wheel over the transcript until something is in view, and lets it come to rest. */
async function scrollTo(page: Page, words: string, by: number): Promise<void> {
  await logOf(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, by)
    await expect(saidIn(page, words)).toBeInViewport({ timeout: 200 })
  }).toPass({ intervals: [0] })
  const rests = (): Promise<boolean> =>
    logOf(page).evaluate(async log => {
      const before = log.scrollTop
      for (let n = 0; n < 6; n += 1) await new Promise(resolve => requestAnimationFrame(resolve))
      return log.scrollTop === before
    })
  await expect.poll(rests).toBe(true)
}

test('a session of 10,000 entries opens at its end; what is older comes as one scrolls up, and moves nothing', async ({
  page,
  installation,
}) => {
  const session = await installation.long(10_000)
  await page.goto(`/sessions/${session.id}`)
  await expect(saidIn(page, looksAt(2500))).toBeInViewport()
  await expect.poll(() => fromEnd(page)).toBe(0)
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<void>()
  await page.route('**/transcript?*', async route => {
    await isLet
    await route.continue()
  })
  await scrollTo(page, looksAt(2491), -500)
  await expect(page.getByText('Loading earlier messages…')).toBeVisible()
  const height = await heightOf(page)
  const places = await watchPlace(page, '[role=log] [data-prose]', looksAt(2491))
  letIn()
  await expect.poll(() => heightOf(page)).toBeGreaterThan(height)
  await expect(page.getByText('Loading earlier messages…')).toBeHidden()
  expect(await places()).toHaveLength(1)
  await scrollTo(page, looksAt(2470), -600)
  expect(await logOf(page).getByRole('article').count()).toBeLessThan(90)
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(saidIn(page, looksAt(2500))).toBeInViewport()
  await expect.poll(() => fromEnd(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeHidden()
})

test('the last of what was said is there before any script or message is, and stays where it is when they are', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_FAILED/)
  const session = await installation.long(200)
  // No sign of Markdown is painted first.
  const html = await (await page.request.get(`/sessions/${session.id}`)).text()
  const signs = [...html.matchAll(/>## Part \d+/g)].map(([sign]) => sign)
  expect([html.includes('Part 50</h2>'), signs]).toEqual([true, []])
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js', async route => {
    await isLet
    await route.continue()
  })
  // What the page says besides is asked for until it comes.
  let requests = 0
  const { promise: isSaid, resolve: say } = Promise.withResolvers<void>()
  await page.route('**/messages/*.json', async route => {
    requests += 1
    if (requests <= 2) return route.abort()
    await isSaid
    await route.continue()
  })
  await page.goto(`/sessions/${session.id}`, { waitUntil: 'commit' })
  const last = saidIn(page, looksAt(50))
  await expect(last).toBeInViewport()
  // Another font makes other lines, whenever it comes.
  await expect.poll(() => fontsOf(page)).toEqual(['loaded'])
  const places = await watchPlace(page, '[role=log] [data-prose]', looksAt(50))
  letIn()
  await expect.poll(() => requests).toBeGreaterThan(2)
  await expect(last).toBeInViewport()
  await expect(messageOf(page)).toBeVisible()
  await expect(logOf(page)).not.toHaveAttribute('data-live')
  say()
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  await expect.poll(() => fromEnd(page)).toBe(0)
  expect(await places()).toHaveLength(1)
})

test('text on its way moves nothing above it and not the dock, and is followed by whoever is at the end', async ({
  page,
  installation,
}) => {
  const session = await installation.long(100)
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: 'Word after word, line after line. '.repeat(300), chunkMs: 20 }])
  await expect(saidIn(page, /^Word after word/)).toBeVisible()
  await expect.poll(() => heightOf(page)).toBeGreaterThan(await heightOf(page))
  // Between a line and the next frame it may be asked for, too.
  await expect.poll(() => fromEnd(page)).toBe(0)
  await scrollTo(page, looksAt(22), -600)
  const above = await watchPlace(page, '[role=log] [data-prose]', looksAt(22))
  const message = await messageOf(page).boundingBox()
  const height = await heightOf(page)
  await expect.poll(() => heightOf(page)).toBeGreaterThan(height + 200)
  expect(await above()).toHaveLength(1)
  expect(await messageOf(page).boundingBox()).toEqual(message)
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect.poll(() => fromEnd(page)).toBe(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(logOf(page).getByText('Stopped by you.')).toBeInViewport()
})

test('a model’s link shows the whole of its address before it leads anywhere', async ({
  page,
  installation,
  context,
  expected,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const address = `${installation.url}/api/health?from=a-model`
  const text = `Read [the **guide**](${address}) and ![a cat](${address}&cat). ${'And then go on. '.repeat(6)}`
  await installation.play(session, [{ text, chunkMs: 150 }])
  const link = logOf(page).getByRole('link', { name: 'the guide' })
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Open link?' })
  await expect(dialog).toContainText(address)
  // It stays while the words around it are still being written.
  await expect.poll(async () => (await installation.view(session)).activeRun).toBeUndefined()
  await expect(page.getByRole('button', { name: 'Stop', includeHidden: true })).toHaveCount(0)
  await expect(dialog).toContainText(address)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(saidIn(page, /^Read/)).toContainText(`Image, not loaded: a cat (${address}&cat)`)
  await link.press('Enter')
  // Health takes a sign-in, and no query.
  expected.push(/401|422/)
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open' }).click()
  const tab = await opened
  await tab.waitForLoadState()
  expect(tab.url()).toBe(address)
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await expect(dialog).toBeHidden()
})
