import { expect, type Locator, type Page } from 'playwright/test'
import { logOf } from './dock'
import type { Installation } from './installation'

const FENCE = '```'
export const diagram = (code: string): string => `${FENCE}mermaid\n${code}\n${FENCE}`

export const FLOW = 'flowchart LR\n  a[Propose] --> b{Countersign}\n  b -->|yes| c[Run]\n  b -->|no| d[Deny]'

export const agentOf = (page: Page): Locator => logOf(page).getByRole('article', { name: 'Agent' }).last()
export const figureOf = (page: Page): Locator => agentOf(page).getByRole('figure', { name: 'Diagram' })

/** What the frame says of attempts that its policy stops. */
export const STOPPED = /violates the following Content Security Policy|^Policy: /

/** Every address that pages of a browser ask for from now on. */
export function listenTo(page: Page): string[] {
  const asked: string[] = []
  page.context().on('request', request => asked.push(request.url()))
  return asked
}

/** Each message is drawn or said not to be, and nothing of it ran, leads away or was asked for. */
export async function expectHarmless(page: Page, installation: Installation, messages: string[]) {
  const asked = listenTo(page)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  for (const [n, text] of messages.entries()) {
    await installation.play(session, [{ text: `Part ${n}.\n\n${text}` }])
    await expect(agentOf(page)).toContainText(`Part ${n}.`)
    // It can be seen when something was drawn in it.
    const drawn = figureOf(page).locator('iframe')
    const words = agentOf(page).getByText('The diagram could not be drawn')
    const isLong = text.length > 200_000
    await expect(isLong ? agentOf(page) : drawn.or(words)).toBeVisible()
    for (const frame of page.frames().slice(1)) {
      const doors = await frame.evaluate(() => ({
        ran: 'ran' in window,
        doors: document.querySelectorAll('a, img, image, iframe, script:not([src="frame.mjs"])').length,
      }))
      expect([text, doors]).toEqual([text, { ran: false, doors: 0 }])
    }
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(await page.locator('math').count()).toBe(0)
  expect(asked.filter(url => /exfil|evil/.test(url))).toEqual([])
  expect(new Set(asked.map(url => new URL(url).origin))).toEqual(new Set([installation.url]))
}
