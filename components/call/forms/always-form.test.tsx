import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { Remember } from '@/lib/domain/call/decision-request'
import type { Backtest } from '@/lib/domain/contract/policy-operations'
import type { NewRule } from '@/lib/domain/policy/rule'
import { write } from '@/test/gallery/made-up'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { AlwaysForm } from './always-form'

const nothing: Backtest = {
  considered: 0,
  counts: { allowed: 0, asked: 0, denied: 0, conflicts: 0 },
  allowed: [],
  asked: [],
  denied: [],
  conflicts: [],
  stopped: false,
  text: '',
  codedText: { code: 'rule.tool', params: { effect: 'allow', tool: 'write_file' } },
  warnings: [],
}

/** The form on a Call that has been read, and what rules are made by it. */
function openForm(call: WaitingCall) {
  const made: Remember[] = []
  const form = (
    <AlwaysForm call={call} isSeen isBusy={false} onApprove={rule => made.push(rule)} onCancel={() => {}} />
  )
  return { made, ...renderPage(form) }
}

const approve = () => screen.getByRole('button', { name: 'Approve and always allow' })
const isOff = () => approve().ariaDisabled === 'true'
const untilOn = () => waitFor(() => expect(isOff()).toBe(false))

test('a rule is made once its width was tried on the past, until midnight unless another time is chosen', async () => {
  let go = (): void => undefined
  const asked = answers('POST /api/rules/backtest', async () => {
    await new Promise<void>(resolve => {
      go = resolve
    })
    return nothing
  })
  const rules = () => asked.map(({ body }) => (body as { rule: NewRule }).rule.matchers)
  const { user, made } = openForm(write(0, 'notes/a.md'))
  const widths = screen.getAllByRole('radio').map(each => each.closest('label')?.textContent)
  expect(widths).toEqual(['Exactly this call', 'Anything directly in notes/', 'Every call of write_file'])
  await user.click(screen.getByRole('radio', { name: /notes/ }))
  await waitFor(() => expect(rules().at(-1)).toEqual([{ argument: '/path', kind: 'glob', value: 'notes/*' }]))
  await user.click(approve())
  expect([isOff(), made]).toEqual([true, []])
  go()
  await untilOn()
  await user.click(approve())
  const midnight = new Date().setHours(24, 0, 0, 0)
  expect(made).toEqual([
    { scope: 'always', matchers: rules().at(-1), expiresAt: new Date(midnight).toISOString() },
  ])
  for (const [time, scope] of [
    ['This session', 'session'],
    ['Always', 'always'],
  ] as const) {
    await user.selectOptions(screen.getByRole('combobox'), time)
    await untilOn()
    await user.click(approve())
    expect(made.at(-1)).toEqual({ scope, matchers: rules().at(-1) })
  }
})

test('calls that people had not let run come first, with their sessions; a trial that failed keeps nobody', async () => {
  const at = '2026-03-01T12:00:00.000Z'
  const conflict = { callId: 'past', sessionId: 'other', tool: 'write_file', summary: 'Create secret.md', at }
  // biome-ignore lint/suspicious/noThenProperty: its value is a text, so nothing awaits it
  const conflicts: Backtest['conflicts'] = [{ ...conflict, then: 'allow', decided: 'deny' }]
  const counts = { ...nothing.counts, allowed: 32, conflicts: 1 }
  const warnings = [
    {
      text: 'Rule 3 says deny.',
      codedText: { code: 'rule.contradicts', params: { rule: 3, effect: 'deny' } },
    },
  ]
  answers('POST /api/rules/backtest', { ...nothing, considered: 40, counts, conflicts, warnings })
  const { user } = openForm(write(0, 'a.md'))
  const link = await screen.findByRole('link', { name: 'Create secret.md' })
  const past = screen.getByRole('region', { name: 'The rule' })
  expect(past.textContent).toMatch(/denied or changed.*secret.*Rule 3 denies.*31 calls that were approved/s)
  expect(link.getAttribute('href')).toBe('/sessions/other')

  answers('POST /api/rules/backtest', refusal(422, 'invalid_request'))
  await user.click(screen.getByRole('radio', { name: /Every call/ }))
  await screen.findByRole('alert')
  await untilOn()
})

test('where no rule can allow a call, that is said and nothing is offered', () => {
  openForm(write(0, 'a.md', { source: 'control' }))
  expect([screen.queryByRole('radio'), screen.queryByRole('button', { name: /always/ })]).toEqual([
    null,
    null,
  ])
  screen.getByRole('button', { name: 'Cancel' })
})
