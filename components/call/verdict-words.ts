import type { Decider, DecisionKind } from '@/lib/domain/decision'

/** What was decided and by whom, as one sentence without its full stop. */
export function verdictWords({ kind, by }: { kind: DecisionKind; by: Decider }): string {
  const who = nameOf(by)
  switch (kind) {
    case 'approve':
      return `Approved by ${who}`
    case 'edit':
      return `Approved by ${who}, with changes`
    case 'replace':
      return `Approved by ${who}, as another call`
    case 'deny':
      return `Denied by ${who}`
    case 'answer':
      return `Answered by ${who}`
    case 'retry':
      return `Approved by ${who} to run again`
    case 'mark_done':
      return `Marked as done by ${who}`
    case 'skip':
      return `Skipped by ${who}`
    default:
      return kind satisfies never
  }
}

function nameOf(by: Decider): string {
  switch (by.type) {
    case 'person':
      return by.name
    case 'rule':
      return `the rule “${by.name}”`
    case 'mode':
      return `the mode “${by.id}”`
    case 'control':
      return 'Countersign, since it touches nothing outside'
    case 'hook':
      return `the hook “${by.name}”`
    case 'expiry':
      return 'the clock'
    default:
      return by.type satisfies never
  }
}
