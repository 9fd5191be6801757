import { createHash } from 'node:crypto'
import type { Evidence } from './judge-trial'
import { scenario } from './scenario'
import { type SeenCall, type SeenEntry, type SeenEvent, seenEvent } from './seen'

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const person = { type: 'person', id: 'owner', name: 'Owner' }
export const plan = scenario('t')
export const lying = (content: string) => ({ content, inode: 1n, writtenAt: 1n })
export const FILES = Object.fromEntries(
  Object.entries({ ...plan.before, ...plan.written }).map(([path, content]) => [path, lying(content)]),
)

/** Tells a session from its first event to its last, and what everybody saw of it. */
export class Story {
  readonly events: SeenEvent[] = []
  readonly transcript: SeenEntry[] = []
  readonly calls: SeenCall[] = []
  readonly acknowledged: Evidence['acknowledged'] = []

  add(type: string, data: object): number {
    const seq = this.events.length + 1
    this.events.push(seenEvent(seq, type, JSON.stringify(data)))
    return seq
  }

  say(kind: string, text: string, callId?: string): void {
    const entry = { id: `e${this.transcript.length}`, seq: this.events.length + 1, kind, text, callId }
    this.add('message.added', { entry })
    this.transcript.push(JSON.parse(JSON.stringify(entry)))
  }

  /** Proposed, decided and, if it was let run, executed. */
  call(index: number, kind: 'approve' | 'edit' | 'deny', edited?: string): void {
    const [path, content] = [['source.txt', 'edited.txt', 'denied.txt', 'plain.txt'][index] ?? '', 'draft']
    const readOnly = index === 0
    const argumentsText = JSON.stringify(
      readOnly ? { path } : { path, content: plan.written[path] ?? content },
    )
    const effective = { argumentsText: edited ?? argumentsText }
    const digest = sha256(effective.argumentsText)
    const shown = sha256(argumentsText)
    const decision = { kind, by: person, digest: shown, effectiveDigest: edited ? digest : undefined }
    const base = { id: `c${index}`, setId: 's', index, readOnly, proposed: { argumentsText }, attempt: 0 }
    const set = { id: 's', size: 1 }
    this.add('call.proposed', {
      call: { ...base, state: 'waiting', why: 'policy', digest: shown, decisions: [] },
      set,
    })
    const decided = { ...base, effective, digest, decisions: [decision] }
    this.add('call.decided', { call: { ...decided, state: 'approved' }, kind })
    this.acknowledged.push({
      kind: 'decision',
      callId: base.id,
      decision: kind,
      digest: shown,
      argumentsText: edited,
    })
    const run = kind !== 'deny'
    if (run) this.add('call.started', { call: { ...decided, attempt: 1, state: 'executing' } })
    const result = { kind: run ? 'ok' : 'denied' }
    const call: SeenCall = { ...decided, attempt: run ? 1 : 0, state: 'settled', result }
    this.add('call.ended', { call })
    this.say('result', 'done', base.id)
    this.calls.push(call)
  }
}

/** A session in which all is well. */
export function goodStory(): Story {
  const story = new Story()
  story.add('session.changed', {})
  story.add('run.queued', { run: { id: 'r', status: 'queued' } })
  story.say('user', 'Do it')
  story.acknowledged.push({ kind: 'message', text: 'Do it' })
  story.add('request.started', { number: 1 })
  story.call(0, 'approve')
  story.add('request.started', { number: 2 })
  story.call(1, 'edit', JSON.stringify({ path: 'edited.txt', content: plan.written['edited.txt'] }))
  story.call(2, 'deny')
  story.call(3, 'approve')
  story.add('request.started', { number: 3 })
  story.say('assistant', 'Done')
  story.add('run.ended', { run: { id: 'r', status: 'ended', stopReason: 'final_text' } })
  return story
}

/** What everybody saw of it. */
export function evidenceOf(story: Story): Evidence {
  let hash = ''
  const rows = story.events.map(({ seq, type, text }) => {
    hash = sha256([hash, 'id', seq, type, 'then', sha256(text)].join('\n'))
    return { seq, type, at: 'then', payload: text, hash }
  })
  return {
    scenario: plan,
    sessionId: 'id',
    live: story.events,
    replay: story.events,
    resumed: story.events.slice(5),
    transcript: story.transcript,
    calls: story.calls,
    runs: [{ id: 'r', status: 'ended', stopReason: 'final_text' }],
    sessions: 1,
    acknowledged: story.acknowledged,
    crashes: [],
    files: FILES,
    chain: { rows, head: { seq: rows.length, hash } },
    orphans: [],
    surprises: [],
  }
}
