import { expect, test } from 'vitest'
import type { Decision } from '@/lib/domain/call/decision'
import { phrase } from '@/lib/messages/phrase'
import { aDecision, waitingCall } from '@/test/factories'
import { correctionWords, type DecidedCall } from './correction'

const correctionText = (calls: DecidedCall[], feedback: string | undefined): string | null => {
  const codedText = correctionWords(calls, feedback)
  return codedText && phrase(codedText)
}

const edited = (argumentsText: string): Partial<Decision> => ({
  kind: 'edit',
  argumentsText,
  arguments: JSON.parse(argumentsText),
})

const TABLE: [what: string, decision: Partial<Decision>, told: string | null][] = [
  ['an approval', { kind: 'approve' }, null],
  ['an edit', edited('{"path":"b"}'), 'Changed write_file: path from "a" to "b".'],
  ['an added argument', edited('{"path":"a","n":1}'), 'Changed write_file: n from nothing to 1.'],
  ['other spacing', edited('{ "path": "a" }'), 'Changed write_file: how its arguments are written.'],
  ['an edit that changes nothing', edited('{"path":"a"}'), null],
  ['a replacement', { kind: 'replace', tool: 'peek' }, 'Ran peek in the place of write_file.'],
  ['an answer', { kind: 'answer' }, 'Answered in the place of write_file.'],
  ['a reason', { kind: 'deny', reason: 'Not today' }, 'Denied write_file: Not today'],
  ['a refusal without a reason', { kind: 'deny' }, null],
]

test.each(TABLE)('%s is told as what there is to learn from it', (_, decision, told) => {
  const changed = [{ before: waitingCall(), decision: aDecision(decision) }]
  expect(correctionText(changed, undefined)).toBe(told)
  expect(correctionText(changed, ' Mind the names. ')).toBe(
    [...(told === null ? [] : [told]), 'Mind the names.'].join('\n'),
  )
})
