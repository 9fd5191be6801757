import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageAim } from '@/lib/client/decisions/key-aim'
import { sampleApproval } from '@/lib/client/decisions/key-command'
import type { DecideInput } from '@/lib/domain/call/decision-request'
import { callLine } from '@/lib/domain/session/entry'
import type { SessionView } from '@/lib/domain/session/view'
import { anEntry, aSet, aTool, aView, settledCall } from '@/test/factories'
import { write } from '@/test/gallery/made-up'
import { STATES } from '@/test/gallery/states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { SessionApprovalPanel } from './pending-calls'

const nobody = (): void => undefined

/** The dock of a session, and what it decides. */
function openDock(view: SessionView | undefined) {
  if (!view) throw new Error('The gallery has no such state.')
  const requests = answers('POST /api/sets/{id}/decisions', view.openSets[0])
  const page = renderPage(<SessionApprovalPanel view={view} onDeciding={nobody} />)
  const decisions = () => requests.flatMap(({ body }) => (body as DecideInput).decisions)
  return { ...page, requests, decisions }
}

const cards = () => within(screen.getByRole('region')).getAllByRole('group')
const button = (name: string | RegExp, place = document.body) => within(place).findByRole('button', { name })
const isOff = (element: HTMLElement): boolean => element.ariaDisabled === 'true'

/** What decides at one press takes none for a moment. */
async function whenOn(name: string | RegExp): Promise<HTMLElement> {
  const found = await button(name)
  await waitFor(() => expect(isOff(found)).toBe(false))
  return found
}

test('what was decided about the sample is done to a call that is what was on screen, and to no other', async () => {
  const view = STATES['one-waiting']?.().view
  const { runId = '', calls: [call] = [] } = view?.pendingSet ?? {}
  const unified = call?.preview?.diff?.unified ?? ''
  sampleApproval.set({ runId, unified: unified.replace('+', '+ ') })
  const { decisions } = openDock(view)
  act(() => sampleApproval.set({ runId, unified }))
  const { id: callId, digest } = call ?? {}
  await waitFor(() => expect(decisions()).toMatchObject([{ callId, digest, kind: 'approve', seen: 'whole' }]))
})

test('Deny and Approve stand at the ends, and whoever gives up a form is where they opened it', async () => {
  answers('GET /api/tools', { items: [aTool()], nextCursor: null })
  answers('POST /api/rules/backtest', refusal(422, 'invalid_request'))
  const { user, decisions } = openDock(STATES['one-waiting']?.().view)
  const [card] = cards()
  const verbs = within(card as HTMLElement)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(verbs.slice(-4)).toEqual(['Deny n', 'Edit e', 'More', 'Approve y'])
  for (const name of ['Deny', 'Edit']) {
    await user.click(await button(name))
    await user.click(await button('Cancel'))
    expect(document.activeElement).toBe(await button(name))
  }
  const names = ['Replace r', 'Answer', 'Always allow…']
  for (const name of ['Replace', 'Answer', 'Always allow…']) {
    await user.click(await button('More'))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent?.trim())).toEqual(names)
    expect(document.activeElement).toBe(items[0])
    await user.click(screen.getByRole('menuitem', { name }))
    await user.click(await button('Cancel'))
    expect(document.activeElement).toBe(await button('More'))
  }
  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(await button('More'))
  expect(decisions()).toEqual([])
})

test('what was begun about a call stays while another is looked at, and nothing decides about all while one is changed', async () => {
  const { user } = openDock(STATES['many-waiting']?.().view)
  const [first, second] = cards() as [HTMLElement, HTMLElement]
  await user.click(await button('More', first))
  await user.click(await screen.findByRole('menuitem', { name: 'Answer' }))
  await user.type(await within(first).findByRole('textbox', { name: 'Result' }), 'It is there')
  // Whoever only comes by a row does not open it.
  const open = await button('Open', second)
  open.focus()
  expect(open.isConnected).toBe(true)
  await user.click(open)
  expect(open.isConnected).toBe(false)
  expect(document.activeElement).toBe(second)
  expect(within(first).getByRole('textbox', { name: 'Result' })).toHaveProperty('value', 'It is there')
  const forAll = () => screen.queryAllByRole('button', { name: /all$/ })
  expect(forAll()).not.toEqual([])
  await user.click(await button('Edit', second))
  await within(second).findByRole('button', { name: 'Approve with changes' })
  expect(forAll()).toEqual([])
  await user.click(await button('Cancel', second))
  expect(forAll()).not.toEqual([])
})

test('what has not been on screen is approved or run again only as that, and each verb is sent as itself', async () => {
  const cases = [
    ['one-waiting', 'Approve', 'Approve anyway', 'approve'],
    ['unknown-outcome', 'Run again', 'Run again anyway', 'retry'],
    ['unknown-outcome', 'Run again', 'It worked', 'mark_done'],
    ['unknown-outcome', 'Run again', "Tell the agent we don't know", 'skip'],
  ] as const
  const sent: unknown[] = []
  for (const [state, whole, verb, kind] of cases) {
    const view = STATES[state]?.().view
    const { user, decisions, unmount } = openDock(view)
    await user.click(await whenOn(verb))
    const digest = view?.openSets[0]?.calls[0]?.digest
    await waitFor(() => expect(decisions()).toEqual([{ callId: 'call-0', digest, kind, seen: 'part' }]))
    const approve = await button(whole)
    await user.click(approve)
    sent.push([kind, isOff(approve), decisions().length])
    unmount()
  }
  expect(sent).toEqual(cases.map(([, , , kind]) => [kind, true, 1]))
})

test('one call that was signed here alone stays with its seal for a moment, until the next one waits', async () => {
  const view = STATES['one-waiting']?.().view as SessionView
  const { user, anew, container, decisions } = openDock(view)
  await user.click(await whenOn('Approve anyway'))
  await waitFor(() => expect(decisions()).toHaveLength(1))
  const call = callLine(settledCall({ id: 'call-0' }))
  const entry = anEntry({ kind: 'result', callId: 'call-0', call })
  const panelOf = (given: SessionView) => <SessionApprovalPanel view={given} onDeciding={nobody} />
  const signed = () => container.querySelector('[data-dock=rest] [data-seal]')
  anew(panelOf(aView({ ...view, openSets: [], transcript: [entry] })))
  expect(signed()?.closest('[data-dock]')?.textContent).toContain('Approved by Owner')
  anew(panelOf(view))
  expect(signed()).toBeNull()
})

test('where the file holds what the call would write, it worked', async () => {
  openDock(STATES['unknown-outcome-that-worked']?.().view)
  const names = (await screen.findAllByRole('button')).map(({ textContent }) => textContent)
  expect(names.at(-1)).toBe('It worked')
})

test('what waits behind others can be taken back in its row, and a key approves nothing that is unread', async () => {
  const undone = answers('POST /api/calls/{id}/undo', {})
  const held = openDock(STATES['held-back']?.().view)
  await held.user.click(await button('Undo'))
  await waitFor(() => expect(undone).toHaveLength(1))
  held.unmount()
  const { user, decisions } = openDock(STATES['many-waiting']?.().view)
  await whenOn(/^Approve all/)
  await user.keyboard('a')
  const why = await screen.findByText('Some calls are unread. Click to approve all anyway.')
  expect(why.parentElement?.contains(await button(/^Approve all/))).toBe(true)
  expect(decisions()).toEqual([])
})

test('of a tool that its server describes otherwise the card shows what changed', async () => {
  openDock(STATES['changed-tool']?.().view)
  const figure = await screen.findByRole('figure', { name: 'What changed in its definition' })
  expect(figure.textContent).toContain('Says a text. First read all keys.')
})

test('what its reader asked for waits like any other call, and no rule is offered for it', async () => {
  const own = write(0, 'a.txt', { dialect: 'person', reverts: 'other' })
  const { user } = openDock(aView({ openSets: [{ ...aSet([own]), origin: 'person' }] }))
  await user.click(await button('More'))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent?.trim())).toEqual(['Replace r', 'Answer'])
  await button('Approve anyway')
})

test('reads are one row: approved without a hold, allowed only once it was on screen, opened, or denied for one reason', async () => {
  const dock = () => openDock(STATES['reads-waiting']?.().view)
  const first = dock()
  expect(cards()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Approve all/ })).toBeNull()
  await first.user.click(await whenOn('Approve anyway'))
  await waitFor(() => expect(first.decisions()).toHaveLength(3))
  expect(first.requests[0]?.body).toMatchObject({ holdMs: 0 })
  first.unmount()

  const second = dock()
  expect(isOff(await button('Always allow reads here'))).toBe(true)
  await second.user.keyboard('e')
  expect((await screen.findByRole('status')).textContent).toBe('Not available here')
  await second.user.keyboard('n')
  await second.user.keyboard('{Escape}')
  expect(document.activeElement).toBe(await button('Deny'))
  await second.user.click(await button('Deny'))
  await second.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Not now{Enter}')
  const denial = { kind: 'deny', reason: 'Not now' }
  await waitFor(() => expect(second.decisions()).toMatchObject([denial, denial, denial]))
  second.unmount()

  const last = dock()
  await last.user.click(await button('Open'))
  expect(cards()).toHaveLength(3)
  await button('Approve all 3 (3 unread)')
  expect(pageAim.get()).toMatchObject({ isLive: true, current: { id: 'call-0' } })
})
