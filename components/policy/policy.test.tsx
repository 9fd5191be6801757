import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RuleItem } from '@/lib/domain/policy/rule'
import { aTool, at } from '@/test/factories'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { PolicyView } from './policy'

const aRule = (given: Partial<RuleItem>): RuleItem => ({
  ...{ id: `${given.number}`, number: 1, effect: 'allow', tool: 'read_file', reads: false, matchers: [] },
  ...{ scope: 'always', enabled: true, uses: 0, createdAt: at(0), text: 'Allow read_file' },
  ...given,
})

const session = { id: 's', title: 'Errands' }
const ofSession = { scope: 'session' as const, sessionId: session.id, session }

async function openPolicy(items: RuleItem[]) {
  answers('GET /api/tools', { items: [aTool()], nextCursor: null })
  const requests = answers('GET /api/rules', { items, nextCursor: null })
  const page = renderPage(<PolicyView />, { path: '/policy#rule-3' })
  await screen.findByRole('list', { name: 'Rules' })
  const rule = (number: number) => within(screen.getByRole('article', { name: `Rule ${number}` }))
  return { ...page, requests, rule }
}

const backtest = {
  ...{ considered: 3, counts: { allowed: 3, asked: 0, denied: 0, conflicts: 1 }, asked: [], denied: [] },
  ...{ allowed: [], conflicts: [], stopped: false, warnings: [], text: 'Allow', codedText: { code: 'x' } },
}

test('rules are filtered by effect and by whether they hold; one is turned off, and all of a session are ended', async () => {
  const gone = aRule({ number: 1, expiresAt: '2020-01-01T00:00:00.000Z' })
  const items = [aRule({ number: 3, ...ofSession }), aRule({ number: 2, enabled: false }), gone]
  const { user, requests, rule } = await openPolicy(items)
  await waitFor(() => expect(document.activeElement?.id).toBe('rule-3'))
  await user.click(screen.getByRole('checkbox', { name: 'In force only' }))
  expect(screen.getAllByRole('article')).toHaveLength(1)
  await user.click(screen.getByRole('checkbox', { name: 'In force only' }))
  rule(2).getByText('Off')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Effect' }), 'deny')
  await waitFor(() => expect(requests.at(-1)?.query.get('effect')).toBe('deny'))
  const turned = answers('PATCH /api/rules/{id}', items[0])
  await user.click(rule(3).getByRole('button', { name: 'Turn off' }))
  await screen.findByText('Turned off.')
  expect(turned.map(({ params, body }) => [params.id, body])).toEqual([['3', { enabled: false }]])
  const removed = answers('DELETE /api/rules/{id}', {})
  await user.click(rule(3).getByRole('button', { name: 'End all rules of this session' }))
  await user.click(screen.getByRole('button', { name: 'End them' }))
  await screen.findByText('Deleted.')
  expect(removed.map(({ params }) => params.id)).toEqual(['3'])
})

test('a rule is saved only as it was checked, with what is wrong said at its field', async () => {
  const { user } = await openPolicy([aRule({ number: 1 })])
  await user.click(screen.getByRole('button', { name: 'New rule' }))
  const form = within(screen.getByRole('region', { name: 'New rule' }))
  const save = form.getByRole('button', { name: 'Save rule' })
  const check = form.getByRole('button', { name: 'Check' })
  await user.type(form.getByRole('combobox', { name: 'Tool' }), 'read_file')
  await user.click(form.getByRole('button', { name: 'Add a condition' }))
  const condition = within(form.getByRole('group', { name: 'Condition 1' }))
  const errors = [{ path: '/matchers/0/value', message: 'Too much' }]
  answers('POST /api/rules/backtest', refusal(422, 'invalid_request', { errors }))
  await user.click(check)
  expect((await condition.findByRole('alert')).textContent).toBe('Too much')
  const checks = answers('POST /api/rules/backtest', backtest)
  await user.type(condition.getByRole('textbox', { name: 'Value' }), 'notes/*')
  await user.click(check)
  const result = await form.findByRole('region', { name: 'Check on past calls' })
  expect(result.textContent).toContain('2 calls')
  await user.selectOptions(form.getByRole('combobox', { name: 'Effect' }), 'Ask')
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await user.click(check)
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull())
  await user.type(form.getByRole('textbox', { name: 'Note' }), 'Mine')
  const saved = answers('POST /api/rules', {})
  await user.click(save)
  await screen.findByText('Rule saved.')
  const matchers = [{ argument: '/path', kind: 'glob', value: 'notes/*' }]
  const body = { effect: 'ask', tool: 'read_file', matchers }
  expect(checks.at(-1)?.body).toEqual({ rule: body })
  expect(saved.map(request => request.body)).toEqual([{ ...body, note: 'Mine' }])
})

test('a change of a rule of a session is checked for that session, and takes its end away', async () => {
  const expiresAt = '2099-01-01T00:00:00.000Z'
  const limit = { argument: '/limit', kind: 'range' as const, value: { min: 1 } }
  const given = aRule({ number: 4, ...ofSession, note: 'Old', expiresAt, matchers: [limit] })
  const { user, rule } = await openPolicy([given])
  await user.click(rule(4).getByRole('button', { name: 'Edit' }))
  const form = within(screen.getByRole('region', { name: 'Edit rule 4' }))
  await user.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'Never')
  await user.type(form.getByRole('spinbutton', { name: 'Greatest' }), '10')
  const checks = answers('POST /api/rules/backtest', backtest)
  await user.click(form.getByRole('button', { name: 'Check' }))
  await form.findByRole('region', { name: 'Check on past calls' })
  const saved = answers('PATCH /api/rules/{id}', {})
  await user.click(form.getByRole('button', { name: 'Save rule' }))
  await screen.findByText('Rule saved.')
  const matchers = [{ ...limit, value: { min: 1, max: 10 } }]
  const shape = { effect: 'allow', tool: 'read_file', matchers }
  expect(checks[0]?.body).toEqual({ rule: { ...shape, scope: 'session', sessionId: session.id } })
  expect(saved.map(({ body }) => body)).toEqual([{ ...shape, expiresAt: null, note: 'Old' }])
})

test('a call that somebody types in is answered with what each rule says of it', async () => {
  const rule = aRule({ number: 5 })
  const { user } = await openPolicy([rule])
  await user.click(screen.getByRole('button', { name: 'Try a call' }))
  const trial = within(screen.getByRole('region', { name: 'Try a call' }))
  await user.type(trial.getByRole('combobox', { name: 'Tool' }), 'write_file')
  const reason = { by: { type: 'mode', id: 'ask', name: 'Mode ask' }, code: 'x', text: 'Asks, because.' }
  const rules = [{ rule, match: 'none', misses: 'covers read_file only' }]
  const asked = answers('POST /api/policy/explain', { verdict: 'ask', reason, rules })
  await user.click(trial.getByRole('button', { name: 'Try' }))
  expect((await trial.findByRole('status')).textContent).toContain('Asks, because.')
  trial.getByText(/covers read_file only/)
  expect(asked.map(({ body }) => body)).toEqual([{ tool: 'write_file', argumentsText: '{}' }])
})
