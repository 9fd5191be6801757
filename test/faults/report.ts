import { isEventType } from '@/lib/domain/session/event'
import type { DurablePoint } from './postgres-proxy'
import type { TrialOutcome } from './trial'

/** `planned`: it died where the plan says. */
export type Tried = TrialOutcome & { side: 'before' | 'after'; number: number; planned: boolean }

/** One line of the table; printed as soon as its trial is over. */
export function rowOf({ number, side, point, violations, rulings, repeats, restartMs, ms }: Tried): string {
  const verdict = violations.length > 0 ? 'VIOLATED' : `ok${rulings.map(ruling => `, ${ruling}`).join('')}`
  return [
    String(number).padStart(5),
    side.padEnd(6),
    verdict.padEnd(13),
    String(repeats).padStart(7),
    String(Math.round(restartMs ?? 0)).padStart(10),
    String(Math.round(ms)).padStart(6),
    point ? whatOf(point) : '(never reached)',
  ].join('  ')
}

/** What a sweep came to, for whoever runs it: the trials that held, and each violation of the others. */
export type SweepReport = { passes: string[]; violations: { trial: string; text: string }[] }

export const reportOf = (trials: { name: string; violations: string[] }[]): SweepReport => ({
  passes: trials.filter(({ violations }) => violations.length === 0).map(({ name }) => name),
  violations: trials.flatMap(({ name, violations }) => violations.map(text => ({ trial: name, text }))),
})

export const HEAD = `point  side    outcome        resent  restart ms      ms  what becomes durable\n${'-'.repeat(100)}`

/** The events that become durable, else the tables that are written. */
export function whatOf({ writes, summary }: DurablePoint): string {
  const events = writes
    .filter(({ targets }) => targets.includes('Event'))
    .flatMap(({ parameters }) => parameters.flatMap(eventTypesIn))
  const others = [...new Set(writes.flatMap(({ targets }) => targets))].filter(table => table !== 'Event')
  return events.length > 0 ? `${events.join(', ')}  [${others.join(' ')}]` : summary
}

/** The types of a commit's events are one parameter, the text of an array. */
const eventTypesIn = (parameter: string): string[] =>
  /^\{"[^{}]*"\}$/.test(parameter) ? parameter.slice(2, -2).split('","').filter(isEventType) : []

/** The count of trials, the violations in full, and how long they took. */
export function summary(tried: Tried[]): string {
  const broken = tried.filter(({ violations }) => violations.length > 0)
  const killed = tried.reduce((sum, { kills }) => sum + kills, 0)
  const total = tried.reduce((sum, { ms }) => sum + ms, 0)
  const questions = tried.filter(({ rulings }) => rulings.length > 0).length
  const elsewhere = tried.filter(({ planned }) => !planned).length
  const lines = broken.map(({ number, side, violations }) =>
    [`point ${number} ${side}:`, ...violations.map(text => `  - ${text.replaceAll('\n', '\n    ')}`)].join(
      '\n',
    ),
  )
  return [
    '',
    `${tried.length} trials; ${killed} kills; ${questions} unknown outcomes asked about; ${elsewhere} died elsewhere than planned`,
    `${(total / 1000).toFixed(1)} s, ${Math.round(total / Math.max(tried.length, 1))} ms a trial, ${broken.length} with violations`,
    ...lines,
  ].join('\n')
}
