import { expect, type Locator, type Page } from 'playwright/test'
import type { Call } from '@/lib/domain/call/call'
import type { Session } from '@/lib/domain/session/session'
import { dockOf } from './dock'
import type { Installation } from './installation'

export const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n')
export const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } })

export async function waitingPage(
  { page, installation }: { page: Page; installation: Installation },
  calls: object[],
): Promise<Session> {
  const session = await installation.scripted()
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, {
    text: JSON.stringify({ turns: [{ calls }, { text: 'Done.' }] }),
  })
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page).getByRole('group')).toHaveCount(calls.length)
  return session
}

export const waiverIn = (card: Locator): Locator => card.getByRole('button', { name: 'Approve anyway' })

/** Scrolls on in the dock, a piece at a time, until it is so: not at all where it is so already. */
export async function readOn(page: Page, until: () => Promise<unknown>): Promise<void> {
  const box = await dockOf(page).first().boundingBox()
  const { height = 0 } = page.viewportSize() ?? {}
  await page.mouse.move((box?.x ?? 0) + 60, Math.max(20, Math.min((box?.y ?? 0) + 80, height - 10)))
  const go = async (reason: unknown): Promise<never> => {
    await page.mouse.wheel(0, 40)
    throw reason
  }
  await expect(() => until().catch(go)).toPass({ intervals: [100] })
}

/** Nothing stands over the middle of it, and it is not scrolled away. */
export const isUncovered = (place: Locator): Promise<boolean> =>
  place.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

export const enabled = (button: Locator) => async () => expect(await button.isEnabled()).toBe(true)
export const uncovered = (place: Locator) => async () => expect(await isUncovered(place)).toBe(true)

/** The Calls of a session, in the order in which the transcript tells of them. */
export async function callsOf(installation: Installation, session: Session): Promise<Call[]> {
  const ids = (await installation.view(session)).transcript.flatMap(({ callId }) => callId ?? [])
  return Promise.all(ids.map(id => installation.ask<Call>('GET', `/api/calls/${id}`)))
}

/** How much was seen of each Call, as its Decision has it. */
export async function extents(installation: Installation, session: Session): Promise<(string | undefined)[]> {
  const calls = await callsOf(installation, session)
  return calls.map(({ decisions }) => decisions.at(-1)?.seen)
}

/** Denies the first Call that waits, from outside of the page. */
export async function denyFirst(installation: Installation, session: Session): Promise<void> {
  const set = (await installation.view(session)).pendingSet
  const call = set?.calls.find(({ state }) => state === 'waiting')
  const decisions = [{ callId: call?.id, digest: call?.digest, kind: 'deny' }]
  await installation.ask('POST', `/api/sets/${set?.id}/decisions`, { decisions })
}
