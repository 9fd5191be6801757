import { expect, type Page } from 'playwright/test'
import { cardOf, dockOf, fromEnd, logOf, saidIn } from './dock'
import type { Installation } from './installation'
import { test } from './journey'

async function expectEnd(page: Page): Promise<void> {
  await expect.poll(() => fromEnd(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeHidden()
}

async function openLong(page: Page, installation: Installation): Promise<void> {
  const session = await installation.long(100)
  await page.goto(`/sessions/${session.id}`)
  await expectEnd(page)
}

test('an answer is there once, and all the time, as it turns from words on their way into a message', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  const times = await logOf(page).evaluateHandle(log => {
    const found: number[] = []
    const look = (): void => {
      const said = [...log.querySelectorAll('article')].filter(({ textContent }) =>
        textContent.startsWith('AgentFair'),
      )
      if (said.length > 0 || found.length > 0) found.push(said.length)
    }
    new MutationObserver(look).observe(log, { childList: true, subtree: true, characterData: true })
    return found
  })
  await installation.play(session, [{ text: 'Fair words. '.repeat(900), chunkMs: 1 }])
  await expect(saidIn(page, /^Fair words/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(logOf(page).getByText('Stopped by you.')).toBeVisible()
  expect(new Set(await times.jsonValue())).toEqual(new Set([1]))
})

test('the end stays in view when the dock takes its room', async ({ page, installation }) => {
  const session = await installation.long(100)
  await page.goto(`/sessions/${session.id}`)
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'line\n'.repeat(40) } }
  await installation.play(session, [{ text: 'I write it down.', calls: [write] }])
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(saidIn(page, 'I write it down.')).toBeInViewport()
  await expect(dockOf(page)).toBeInViewport()
})

test('the end stays in view when the window takes another width', async ({ page, installation }) => {
  const session = await installation.scripted()
  const words = [
    'one long word after another, '.repeat(400),
    ...Array.from({ length: 8 }, (_, n) => `Said ${n}`),
  ]
  await page.goto(`/sessions/${session.id}`)
  for (const text of words) {
    await installation.play(session, [{ text }])
    await expect(saidIn(page, text.trim()).first()).toBeVisible()
  }
  for (const width of [390, 1280, 320, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await expectEnd(page)
  }
  // Wide and narrow again before the browser has told of the first: what was clamped meanwhile nobody scrolled.
  await logOf(page).evaluate(log => {
    log.style.width = '880px'
    log.getBoundingClientRect()
    log.style.width = '260px'
  })
  await expectEnd(page)
})

test('the end stays in view when the dock goes and comes back as the list grows', async ({
  page,
  installation,
}) => {
  await openLong(page, installation)
  // The list has more room, is moved up with its end, and has less again before the browser has told of the move.
  await logOf(page).evaluate(async log => {
    const afterFrame = new MessageChannel()
    const isPainted = new Promise(resolve => afterFrame.port1.addEventListener('message', resolve))
    afterFrame.port1.start()
    log.style.marginTop = '-60px'
    requestAnimationFrame(() => afterFrame.port2.postMessage(null))
    await isPainted
    log.style.marginTop = ''
    for (const child of log.children) if (child instanceof HTMLElement) child.style.paddingBottom = '300px'
  })
  await expectEnd(page)
})

test('the end stays in view when lines go and others come within one frame', async ({
  page,
  installation,
}) => {
  await openLong(page, installation)
  // The browser moves the list up with its end, and tells of that when there is more of it again.
  await logOf(page).evaluate(log => {
    const last = [...log.querySelectorAll<HTMLElement>('[data-index]')].at(-1)
    if (!last) throw new Error('There is no entry.')
    last.hidden = true
    log.getBoundingClientRect()
    last.hidden = false
    last.style.paddingBottom = '300px'
  })
  await expectEnd(page)
})

test('whoever scrolls up leaves the end, also by other means than a wheel', async ({
  page,
  installation,
}) => {
  await openLong(page, installation)
  await logOf(page).evaluate(log => log.scrollBy(0, -400))
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible()
  await logOf(page).evaluate(log => {
    for (const child of log.children) if (child instanceof HTMLElement) child.style.paddingBottom = '300px'
  })
  await expect.poll(() => fromEnd(page)).toBeGreaterThan(600)
})
