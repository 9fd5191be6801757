import type { DecisionInput } from '@/lib/domain/call/decision-request'
import type { Reply } from '../wire/reply'
import type { SeenCall } from './seen'

/** What a trial lets the model propose and the person decide, and how the workspace must look at the end. */
export type Scenario = {
  name: string
  /** The answers of the model, one for each Request. */
  replies: Reply[]
  /** What lies in the workspace before. */
  before: Record<string, string>
  /** What the writes leave there, by path; a file that is refused is not among them. */
  written: Record<string, string>
  rule: (call: SeenCall, look: (path: string) => string | null) => DecisionInput
}

/**
 * A read, approved; a set of an edited, a denied and an approved write; an answer in text. `padding`: so many more
 * characters stand in what is written.
 */
export function scenario(name: string, padding = 0): Scenario {
  const more = 'x'.repeat(padding)
  const edited = `${name}: as the person wanted it\n${more}`
  const plain = `${name}: as the model proposed it\n${more}`
  const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } })
  return {
    name,
    replies: [
      { calls: [{ name: 'read_file', arguments: { path: 'source.txt' } }] },
      {
        text: 'Now I write.',
        calls: [
          write('edited.txt', `${name}: draft\n`),
          write('denied.txt', plain),
          write('plain.txt', plain),
        ],
      },
      { text: `${name} is done.` },
    ],
    before: { 'source.txt': `${name}: the source\n` },
    written: { 'edited.txt': edited, 'plain.txt': plain },
    rule: (call, look) => rule(call, { edited, look }),
  }
}

type Wishes = { edited: string; look: (path: string) => string | null }

function rule(call: SeenCall, { edited, look }: Wishes): DecisionInput {
  const about = { callId: call.id, digest: call.digest }
  const { path, content } = argumentsOf(call)
  if (call.why === 'outcome_unknown')
    return look(path) === content
      ? { kind: 'mark_done', ...about, result: 'It is written.' }
      : { kind: 'retry', ...about }
  if (path === 'denied.txt') return { kind: 'deny', ...about, reason: 'Not this one.' }
  if (path === 'edited.txt' && content !== edited)
    return { kind: 'edit', ...about, argumentsText: JSON.stringify({ path, content: edited }) }
  return { kind: 'approve', ...about }
}

export function argumentsOf(call: SeenCall): { path: string; content?: string } {
  return JSON.parse((call.effective ?? call.proposed).argumentsText)
}
