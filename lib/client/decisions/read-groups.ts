import type { CallSet, WaitingCall } from '@/lib/domain/call/call'
import { invocationOf, isWaiting } from '@/lib/domain/call/call-state'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import { isObject } from '@/lib/text/json/json-value'
import { Observable } from '../page/page-state'

/** Whether it changes nothing, and can be approved. */
export const isRead = (call: WaitingCall): boolean =>
  call.readOnly && call.source === 'builtin' && whyNotDecide(call, 'approve') === null

/**
 * Whether its one line says all of what a Call would do, so that who has seen the line has seen the Call: it reads, with a
 * low risk, and the line names each of its arguments.
 */
export function isPlainRead(call: WaitingCall): boolean {
  const { preview, risk, why, decisions } = call
  if (!isRead(call) || risk.level !== 'low' || risk.reasons.length > 0) return false
  if (why !== 'policy' || decisions.length > 0 || preview?.kind !== 'text' || preview.definition) return false
  const words = new Set(Object.values(preview.codedText?.params ?? {}).map(String))
  const { arguments: values } = invocationOf(call)
  return isObject(values) && Object.values(values).every(value => isSaid(value, words))
}

/** The whole workspace needs no name, a folder no slash at its ends, and an extension no dot. */
function isSaid(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value)
  // A line shows no blanks at the ends of a word, nor how many there are.
  if (/^\s|\s$|\s\s/.test(text)) return false
  return text === '' || text === '.' || words.has(text) || words.has(text.replace(/^\*?\.\/?|\/$/g, ''))
}

/** Calls that are shown by themselves, as somebody wants to see or change them. */
export const openReads = new Observable<ReadonlySet<string>>(new Set())

/** Plain reads that follow each other in a set are one row: all of them, by the id of the first. */
export function readGroups(
  sets: readonly CallSet[],
  opened: ReadonlySet<string> = new Set(),
): Map<string, WaitingCall[]> {
  const groups = new Map<string, WaitingCall[]>()
  for (const { calls } of sets) {
    let group: WaitingCall[] = []
    for (const call of calls) {
      if (!isWaiting(call) || !isPlainRead(call) || opened.has(call.id)) group = []
      else if (group.push(call) === 2) groups.set(group[0]?.id ?? '', group)
    }
  }
  return groups
}
