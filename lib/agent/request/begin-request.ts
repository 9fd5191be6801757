import type { Call } from '@/lib/domain/call/call'
import { type Instant, isStillAhead, later } from '@/lib/domain/instant'
import { isToldIn, memoryBlock } from '@/lib/domain/memory/memory-block'
import { isPictureFile } from '@/lib/domain/run/attachment'
import type { QueueItem } from '@/lib/domain/run/message'
import type { OpenRequest, RunRow } from '@/lib/domain/run/run'
import { active, cutOffAttempt } from '@/lib/domain/run/run-changes'
import { type Skill, skillCommand } from '@/lib/domain/skills/skill'
import type { CodedText } from '@/lib/messages/phrase'
import { limitNote, mindNotes, noteMessage } from '@/lib/prompt/mind-notes'
import { findAttachments } from '@/lib/store/call/contents'
import { skillsOf } from '@/lib/store/run/queue-item'
import { lastSaid } from '@/lib/store/session/entry'
import { memoryNotes, planAndStateOf } from '@/lib/store/session/plan-and-state'
import { updateCallHistory } from '../calls/loop-guard'
import { recall, storeRecall } from '../calls/recall-memories'
import type { Deps } from '../process/deps'
import { addNotice, addUserEntry } from '../write/add-entry'
import { changeRun } from '../write/changes'
import type { Write } from '../write/write'
import type { RequestTask } from './request-task'
import { tellSkill } from './skill-list'

/** A Request begins: the model is warned of a loop, what people said meanwhile is taken in, and it is told what it needs to know. */
export async function beginRequest(
  write: Write,
  inputs: { run: RunRow; calls: Call[]; steering: QueueItem[]; tools: 'offered' | 'off' },
): Promise<RequestTask> {
  const { run: before, steering } = inputs
  const isLast = inputs.tools === 'off'
  const callHistory = await updateCallHistory(write, inputs)
  await addQueuedInput(write, before, steering)
  const run = { ...before, callHistory }
  // The model is told within the conversation what it is not told there yet, behind all that was said: its place is here
  // from now on. What changes later is told where it changes.
  if (!run.openRequest && !write.row.contextAnnounced) {
    const mind = await planAndStateOf(write.sql, write.row.id)
    for (const message of mindNotes({ ...mind, mode: write.row.mode }))
      addNotice(write, { runId: run.id, codedText: { code: NOTICES[message.note] }, message })
    write.row.contextAnnounced = true
  }
  if (!run.openRequest && isLast) {
    const codedText: CodedText = { code: 'notice.sumUp', params: { count: run.limits.requests } }
    addNotice(write, { runId: run.id, codedText, message: limitNote() })
  }
  return beginAsking(write, { before, run, purpose: isLast ? 'cap_summary' : 'loop' })
}

/** A Request that was begun before, and failed or was cut off by a crash, goes on under its number. */
export async function beginAsking(
  write: Write,
  { before, run, purpose }: { before: RunRow; run: RunRow; purpose: OpenRequest['purpose'] },
): Promise<RequestTask> {
  const number = write.row.requests + 1
  const open = run.openRequest ?? { number, purpose, failures: 0, attempts: 0, startedAt: write.now }
  const started = { ...open, attempts: open.attempts + 1 }
  const answer = purpose === 'compaction' ? run.answer : undefined
  const lastFailure = cutOffAttempt(run) ?? run.lastFailure
  const asking = { ...active(run, write.now), openRequest: started, retryAt: undefined, answer, lastFailure }
  changeRun(write, { before, after: asking })
  if (!run.openRequest) {
    write.row.requests = started.number
    const model = run.overrides.model ?? write.row.model
    write.emit('request.started', { runId: run.id, number: started.number, model })
  }
  return { do: 'request', run: asking, session: write.row, hooks: write.work.hooks }
}

const NOTICES = { mode: 'notice.toldPlanning', plan: 'notice.toldPlan', state: 'notice.toldState' } as const

/** Quiet time after which messages that are collected become one Run. */
const QUIET_MS = 500

/** When a queued Run may start; absent where it may at once. */
export function startsLater(items: QueueItem[], now: Instant): Instant | undefined {
  if (items.length === 0 || items.some(item => item.mode !== 'collect')) return undefined
  const quiet = items
    .map(item => later(item.createdAt, QUIET_MS))
    .sort()
    .at(-1)
  return quiet && isStillAhead(quiet, now, QUIET_MS) ? quiet : undefined
}

/**
 * A queued Run starts: its clock runs, and what waited for it enters the transcript. What bears on what the person said is
 * recalled and told behind it, unless the model has it in view already.
 */
export async function startRun(
  { redaction }: Pick<Deps, 'redaction'>,
  write: Write,
  { run: before, items }: { run: RunRow; items: QueueItem[] },
): Promise<void> {
  const run = changeRun(write, { before, after: active(before, write.now), as: 'run.started' })
  await addQueuedInput(write, run, items)
  if (!write.row.memory.recall) return
  const now = write.work.entries.filter(({ kind, runId }) => kind === 'user' && runId === run.id)
  const sentences = [...(await lastSaid(write.sql, run)), ...now.map(({ text }) => text)]
  if (sentences.length === 0) return
  const recalled = await recall(write.sql, sentences.join('\n'))
  storeRecall(write, recalled, { runId: run.id })
  const texts = recalled.hits.filter(hit => hit.kept).map(hit => redaction.mask(hit.text))
  const notes = texts.length > 0 ? await memoryNotes(write.sql, write.row.id) : []
  const fresh = texts.filter(text => !notes.some(note => isToldIn(note, text)))
  if (fresh.length === 0) return
  const codedText: CodedText = { code: 'notice.memories', params: { count: fresh.length } }
  const message = noteMessage('memory', memoryBlock(fresh))
  addNotice(write, { runId: run.id, codedText, message })
}

async function addQueuedInput(write: Write, run: RunRow, items: QueueItem[]): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(item => item.id)
  const isSkillAsked = items.some(item => skillCommand(item.text))
  const stored = isSkillAsked ? await skillsOf(write.db, ids) : new Map<string, Skill>()
  const files = items.flatMap(({ attachments = [] }) => attachments).filter(file => !isPictureFile(file))
  const fresh = write.work.fileTexts
  const hashes = files.map(({ hash }) => hash).filter(hash => !fresh.has(hash))
  const texts = new Map(fresh)
  for (const [hash, { bytes }] of await findAttachments(write.sql, write.row.id, hashes))
    texts.set(hash, new TextDecoder().decode(bytes))
  for (const { id, text, by, attachments } of items) {
    addUserEntry(write, { id, runId: run.id, text, by, attachments }, texts)
    const skill = write.work.skills.get(id) ?? stored.get(id)
    if (skill) await tellSkill(write, { runId: run.id, skill })
  }
  write.work.removeItems(ids)
  write.emit('queue.changed', { items: write.work.items })
}
