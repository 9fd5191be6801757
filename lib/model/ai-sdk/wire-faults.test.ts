import { afterAll, describe, expect, test } from 'vitest'
import type { FailureReason } from '@/lib/domain/call/solution'
import type { Fault, Reply } from '@/lib/testing/wire/reply'
import { failed } from '../testing/ask'
import { WIRE_KEY, WIRED, wired } from '../testing/wired'

/** A reply that would be a whole answer, with text and a Call, were it not for the fault. */
const SAID: Reply = {
  reasoning: 'Let me think.',
  text: 'I shall read it.',
  calls: [{ name: 'read_file', arguments: { path: 'a' } }],
}

type Row = [fault: Fault, reason: FailureReason, retryable: boolean]

const refusal = (as: Extract<Fault, { kind: 'refuse' }>['as']): Fault => ({ kind: 'refuse', as })
const again = (reason: FailureReason, ...faults: Fault[]): Row[] => faults.map(fault => [fault, reason, true])
const never = (reason: FailureReason, ...faults: Fault[]): Row[] =>
  faults.map(fault => [fault, reason, false])

const FAULTS: Row[] = [
  ...never('auth', refusal('wrong_key'), refusal('forbidden')),
  ...never('unknown_model', refusal('unknown_model')),
  ...never('quota', refusal('quota')),
  ...never('overflow', refusal('overflow'), refusal('too_large')),
  ...again('rate_limited', { ...refusal('rate_limit'), retry: { seconds: 7 } } as Fault),
  ...again('unavailable', refusal('server_error'), refusal('unavailable'), refusal('overloaded')),
  ...again('unavailable', { kind: 'http', status: 500, body: '<html>Oh</html>' }),
  ...never('bad_request', { kind: 'http', status: 400 }, { kind: 'redirect', to: 'http://127.0.0.1:9/' }),
  ...again('network', { kind: 'reset', after: 'headers' }),
  ...again('torn', { kind: 'reset', after: 'start' }, { kind: 'reset' }, { kind: 'reset', after: 'content' }),
  ...again('torn', { kind: 'eof', after: 'start' }, { kind: 'eof' }, { kind: 'eof', after: 'content' }),
  ...again('torn', { kind: 'empty' }),
  ...again('idle', { kind: 'hang', after: 'headers' }, { kind: 'hang' }, { kind: 'hang', after: 'content' }),
  ...again(
    'protocol',
    { kind: 'non_json', after: 'start' },
    { kind: 'non_json' },
    { kind: 'non_json', after: 'content' },
  ),
  ...again('protocol', { kind: 'wrong_typed' }, { kind: 'html' }, { kind: 'not_streamed' }),
  ...again('unavailable', { kind: 'error_frame', after: 'start' }, { kind: 'error_frame' }),
  ...again('unavailable', { kind: 'error_frame', after: 'content', as: 'overloaded' }),
  ...again('rate_limited', { kind: 'error_frame', as: 'rate_limit' }),
  ...never('overflow', { kind: 'error_frame', after: 'start', as: 'overflow' }),
]

const nameOf = (fault: Fault): string =>
  [fault.kind, 'as' in fault && fault.as, 'after' in fault && fault.after, 'status' in fault && fault.status]
    .filter(Boolean)
    .join(' ')

const outcomes = new Map<string, Record<string, string>>()

afterAll(() => {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const providers = WIRED.map(id => id.slice(0, id.indexOf(':')))
  const rows = [...outcomes].map(([fault, by]) => line([fault, ...WIRED.map(id => by[id] ?? '')]))
  process.stdout.write(`${[line(['fault', ...providers]), ...rows].join('\n')}\n`)
})

describe.each(WIRED)('%s', id => {
  test.each(FAULTS.map(row => [nameOf(row[0]), ...row] as const))(
    '%s',
    async (...[name, fault, reason, retryable]) => {
      const { ask } = await wired()
      const failure = failed(
        await ask(id, [{ ...SAID, fault }], { idleMs: fault.kind === 'hang' ? 400 : 10_000 }),
      )
      const by = outcomes.get(name) ?? {}
      outcomes.set(name, { ...by, [id]: `${failure.reason}${failure.retryable ? ', again' : ''}` })
      expect([failure.reason, failure.retryable, failure.message]).toEqual([
        reason,
        retryable,
        expect.any(String),
      ])
      expect(failure.message).not.toContain(WIRE_KEY)
      if (fault.kind === 'refuse' && fault.retry) expect(failure.retryAfterMs).toBe(7000)
    },
  )
})
