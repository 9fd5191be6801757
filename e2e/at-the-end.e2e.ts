import { expect, type Page } from 'playwright/test'
import { cardOf, dockOf, fromEnd, logOf, saidIn } from './dock'
import { test } from './journey'

async function expectEnd(page: Page): Promise<void> {
  await expect.poll(() => fromEnd(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeHidden()
}

test('the end stays in view, whatever changes around it, until somebody scrolls up', async ({
  page,
  installation,
}) => {
  const session = await installation.long(100)
  await page.goto(`/sessions/${session.id}`)
  await expectEnd(page)
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'line\n'.repeat(40) } }
  const words = 'one long word after another, '.repeat(150)
  await installation.play(session, [{ text: 'I write it down.', calls: [write] }, { text: `${words}Done.` }])
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(saidIn(page, 'I write it down.')).toBeInViewport()
  await expect(dockOf(page)).toBeInViewport()
  await installation.decide(session, 'approve')
  await expect(saidIn(page, /Done\.$/)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await expectEnd(page)

  for (const width of [390, 1280, 320, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await expectEnd(page)
  }
  const log = logOf(page)
  // Wide and narrow again before the browser has told of the first: what was clamped meanwhile nobody scrolled.
  await log.evaluate(element => {
    element.style.width = '880px'
    element.getBoundingClientRect()
    element.style.width = '260px'
  })
  await expectEnd(page)
  await log.evaluate(element => {
    element.style.width = ''
  })
  await expectEnd(page)

  // The list has more room, is moved up with its end, and has less again before the browser has told of the move.
  await log.evaluate(async element => {
    const afterFrame = new MessageChannel()
    const isPainted = new Promise(resolve => afterFrame.port1.addEventListener('message', resolve))
    afterFrame.port1.start()
    element.style.marginTop = '-60px'
    requestAnimationFrame(() => afterFrame.port2.postMessage(null))
    await isPainted
    element.style.marginTop = ''
    for (const child of element.children)
      if (child instanceof HTMLElement) child.style.paddingBottom = '300px'
  })
  await expectEnd(page)

  // The browser moves the list up with its end, and tells of that when there is more of it again.
  await log.evaluate(element => {
    const last = [...element.querySelectorAll<HTMLElement>('[data-index]')].at(-1)
    if (!last) throw new Error('There is no entry.')
    last.hidden = true
    element.getBoundingClientRect()
    last.hidden = false
    last.style.paddingBottom = '300px'
  })
  await expectEnd(page)

  // By other means than a wheel, too.
  await log.evaluate(element => element.scrollBy(0, -400))
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible()
  await log.evaluate(element => {
    for (const child of element.children)
      if (child instanceof HTMLElement) child.style.paddingBottom = '600px'
  })
  await expect.poll(() => fromEnd(page)).toBeGreaterThan(600)
})
