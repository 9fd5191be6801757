import { describe, expect, test } from 'vitest'
import {
  aDecision,
  approvedCall,
  at,
  executingCall,
  NOW,
  OK,
  PERSON,
  settledCall,
  waitingCall,
} from '@/test/factories'
import { Call } from './call'
import { decisionOf } from './call-state'
import type { Tool } from './tool'
import {
  approved,
  type CardContent,
  executing,
  settled,
  shownAs,
  waiting,
  withDecision,
  withVoid,
} from './transitions'

const tool: Tool = {
  id: 'edit_file',
  name: 'edit_file',
  title: 'Edit file',
  description: '',
  source: 'builtin',
  schema: { type: 'object' },
  risk: 'medium',
  readOnly: true,
  idempotent: true,
  latent: false,
  definitionHash: 'sha256:new',
  enabled: true,
}
const shown: CardContent = {
  tool,
  preview: { kind: 'text', summary: 'Anew', preconditions: [] },
  risk: { level: 'high', reasons: ['It changed'] },
  digest: 'sha256:anew',
}

describe('a Call', () => {
  test('is whole in every state', () => {
    for (const call of [waitingCall(), approvedCall({ startsAt: at(5) }), executingCall(), settledCall()])
      expect(Call.parse(call)).toEqual(JSON.parse(JSON.stringify(call)))
  })

  test('that is approved runs exactly what was decided, held where it is', () => {
    const effective = { tool: 'edit_file', argumentsText: '{}', arguments: {} }
    expect(approved(waitingCall(), PERSON, { effective, startsAt: at(5) })).toMatchObject({
      state: 'approved',
      by: PERSON,
      effective,
      startsAt: at(5),
      proposed: waitingCall().proposed,
    })
  })

  test('that begins counts its attempt and keeps the lease under which it runs', () => {
    const once = executing(approvedCall(), 7, NOW)
    expect(once).toMatchObject({ state: 'executing', epoch: 7, attempt: 1, startedAt: NOW, by: PERSON })
    expect(once.effective).toEqual(approvedCall().effective)
    expect(executing({ ...once, state: 'approved' }, 8, at(1))).toMatchObject({ epoch: 8, attempt: 2 })
  })

  test('that is settled keeps what ran, when it began and its decisions, and is no longer anybody’s to decide', () => {
    const call = settled(executingCall(), OK, at(1))
    expect(call).toMatchObject({ state: 'settled', result: OK, startedAt: NOW, endedAt: at(1), attempt: 1 })
    expect(call.effective).toEqual(executingCall().effective)
    expect(call.decisions).toEqual(executingCall().decisions)
    expect(call).not.toHaveProperty('why')
    expect(call).not.toHaveProperty('expiresAt')
  })

  test('that waits again shows what it would do now, and keeps what was proposed, decided and in effect', () => {
    const before = executingCall()
    const again = waiting(before, { why: 'drifted', card: shown, now: at(9), expiresAt: at(99) })
    expect(again).toMatchObject({
      state: 'waiting',
      why: 'drifted',
      since: at(9),
      expiresAt: at(99),
      digest: 'sha256:anew',
      tool: 'edit_file',
      definitionHash: 'sha256:new',
      readOnly: true,
      idempotent: true,
      risk: shown.risk,
      schema: tool.schema,
      preview: shown.preview,
      proposed: before.proposed,
      effective: before.effective,
      decisions: before.decisions,
      attempt: 1,
    })
    expect(again).not.toHaveProperty('epoch')
    expect(again).not.toHaveProperty('by')
    // It can be shown as something else without leaving its state.
    expect(shownAs(waitingCall(), shown)).toMatchObject({
      state: 'waiting',
      why: 'policy',
      digest: 'sha256:anew',
    })
  })
})

test('the Decision that holds is the last that is not void, for the first reason, and may be none', () => {
  const second = aDecision({ id: 'second', kind: 'deny' })
  const once = withDecision(waitingCall(), aDecision({ id: 'first' }))
  expect(decisionOf(once)?.id).toBe('first')
  expect(decisionOf(withDecision(once, second))?.id).toBe('second')
  expect(decisionOf(withDecision(withVoid(once, 'drifted'), second))?.id).toBe('second')
  expect(decisionOf(waitingCall())).toBeUndefined()
  const undecided = withVoid(withVoid(once, 'drifted'), 'policy')
  expect(decisionOf(undecided)).toBeUndefined()
  expect(undecided.decisions.map(decision => decision.void)).toEqual(['drifted'])
})
