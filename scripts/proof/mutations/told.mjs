import { scenario, unit } from './guards.mjs'

/** What people are told by channels. */

/** @type {import('./mutations.mjs').Mutation[]} */
export const TOLD = [
  {
    invariant: 'what runs is what was shown',
    name: 'a message goes to wherever its channel leads by now',
    file: 'lib/tools/messages/send-message.ts',
    from: ".some(before => before.hash === hash)) return { kind: 'drifted' }",
    to: ".some(before => before.hash !== '')) return { kind: 'drifted' }",
    guard: unit('tools/messages/send-message', 'does not run where the channel leads elsewhere'),
  },
  {
    invariant: 'secrets are masked',
    name: 'the secrets of a channel are not learnt',
    file: 'lib/run/process/redaction.ts',
    from: 'if (all.length === known.length) return',
    to: 'if (all.length > 0) return',
    guard: scenario('messages', 'the record has it, but no secret of its channel'),
  },
  {
    invariant: 'people are told once',
    name: 'a notice is sent by every process that finds it due',
    file: 'lib/store/channel/notice.ts',
    from: 'AND n."retryAt" <=',
    to: 'AND n."retryAt" >=',
    guard: scenario('messages', 'is taken up by one process alone'),
  },
]
