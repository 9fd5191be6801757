import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { approved, withDecision } from '@/lib/domain/call/transitions'
import { reasonBy } from '@/lib/domain/policy/reason'
import { aDecision, NOW, waitingCall } from '@/test/factories'
import { renderPage } from '@/test/page/render-page'
import { EventText } from '../inspector/timeline/event-text'
import { CorrectionNote } from './correction'
import { ReasonText } from './reason-text'

const rule = { type: 'rule' as const, id: 'a', name: 'Rule' }
const near = reasonBy(rule, 'near', {
  rule: 7,
  misses: { code: 'misses.value', params: { covered: 'test 7', word: '--watch' } },
})

test('the number of the rule that a reason names leads to it, in every language', () => {
  for (const [language, text, name] of [
    ['en', 'Asks, because rule 7 covers “test 7” but not “--watch”', 'Rule 7'],
    ['ru', 'Нужно решение: правило 7 разрешает «test 7», но не «--watch»', 'Правило 7'],
  ] as const) {
    const { container, unmount } = renderPage(<ReasonText reason={near} isOpen />, { language })
    expect(container.textContent).toBe(text)
    const link = screen.getByRole('link', { name })
    expect([link.textContent, link.getAttribute('href')]).toEqual(['7', '/policy#rule-a'])
    expect(link.previousSibling?.textContent).not.toContain('7')
    unmount()
  }
})

test('the timeline says with the same words why a rule let a call run', () => {
  const reason = reasonBy(rule, 'allowRule', { rule: 7 })
  const { digest, proposed } = waitingCall()
  const decision = aDecision({ digest, by: rule })
  const call = approved(withDecision(waitingCall({ reason }), decision), rule, { effective: proposed })
  const data = { call, kind: decision.kind, by: rule }
  const event = { type: 'call.decided' as const, sessionId: 'session', seq: 1, at: NOW, data }
  const { container } = renderPage(<EventText event={event} />)
  expect(container.textContent).toContain('Allowed by rule 7')
})

test('a change is the hook’s that made it, and no hook’s once a person made another', async () => {
  const { proposed } = waitingCall()
  const run = { hook: 'pin', hookId: 'h', point: 'tool_start', verdict: 'rewrite', ms: 1 } as const
  const hooks = [{ ...run, argumentsText: '{"path":"b"}' }]
  for (const [argumentsText, isByHook] of [
    ['{"path":"b"}', true],
    ['{"path":"c"}', false],
  ] as const) {
    const after = { ...proposed, argumentsText, arguments: JSON.parse(argumentsText) }
    const call = { proposed, effective: after, hooks, decisions: [] }
    const { unmount } = renderPage(<CorrectionNote call={call} />)
    const figure = await screen.findByRole('figure', { name: 'Correction' })
    expect(figure.textContent?.includes('Hook pin changed')).toBe(isByHook)
    unmount()
  }
})
