import { describe, expect, test } from 'vitest'
import type { PlanRevision, PlanStep } from '@/lib/domain/session/plan'
import type { StateRevision } from '@/lib/domain/session/state-changes'
import { NOW } from '@/lib/testing/factories'
import { authorAt, stepCauses } from './revision-causes'

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  title: id,
  status: 'pending',
  dependsOn: [],
  ...more,
})
const plan = (revision: number, ...steps: PlanStep[]): PlanRevision => ({ revision, steps, at: NOW })

describe('the cause of a step', () => {
  const first = plan(1, step('read'), step('write'))
  const second = plan(2, step('read', { status: 'done' }), step('write'), step('send'))
  const third = plan(
    3,
    step('read', { status: 'done' }),
    step('write', { dependsOn: ['read'] }),
    step('send'),
  )

  test('is the revision that changed it last, or added it', () => {
    const causes = [...stepCauses([third, second, first])].map(([id, { revision, isNew }]) => [
      ...[id, revision.revision, isNew],
    ])
    expect(causes).toEqual([
      ['write', 3, false],
      ['read', 2, false],
      ['send', 2, true],
    ])
  })

  test('is not known where the revision before it is not loaded', () => {
    expect([...stepCauses([third, second]).keys()]).toEqual(['write'])
    expect(stepCauses([])).toEqual(new Map())
  })

  test('is the revision that added it again, if it was away', () => {
    const away = [plan(3, step('read')), plan(2), plan(1, step('read'))]
    expect(stepCauses(away).get('read')).toMatchObject({ revision: { revision: 3 }, isNew: true })
  })
})

test.each([
  ['/port', 'person'],
  ['/links', 'agent'],
  ['/links/checked', 'agent'],
  ['/linksome', null],
  ['/host', null],
])('the value at %s was set last by: %s', (pointer, author) => {
  const revision = (number: number, path: string, callId?: string): StateRevision => ({
    revision: number,
    at: NOW,
    changes: [{ path, after: '1' }],
    ...(callId ? { callId } : {}),
  })
  const revisions = [revision(3, '/port'), revision(2, '/links', 'call'), revision(1, '/port', 'call')]
  expect(authorAt(revisions, pointer)).toBe(author)
})
