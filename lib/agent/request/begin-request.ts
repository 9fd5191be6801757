import type { Call } from '@/lib/domain/call/call'
import type { ModelMessage } from '@/lib/domain/call/solution'
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
  const deeds = await updateCallHistory(write, inputs)
  await addQueuedInput(write, { run: inputs.run, items: inputs.steering })
  const run = { ...inputs.run, deeds }
  if (!run.openRequest) await announceContext(write, { run, isLast: inputs.tools === 'off' })
  return beginAsking(write, {
    before: inputs.run,
    run,
    purpose: inputs.tools === 'off' ? 'cap_summary' : 'loop',
  })
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
  return { do: 'request', run: asking, session: write.row }
}

/**
 * Tells the model within the conversation what it is not told there yet, behind all that was said: its place is here
 * from now on. What changes later is told where it changes.
 */
async function announceContext(
  write: Write,
  { run, isLast }: { run: RunRow; isLast: boolean },
): Promise<void> {
  const tell = (codedText: CodedText, message: ModelMessage) =>
    addNotice(write, { runId: run.id, codedText, message })
  if (!write.row.oriented) {
    const mind = await planAndStateOf(write.db, write.row.id)
    for (const message of mindNotes({ ...mind, mode: write.row.mode }))
      await tell({ code: NOTICES[message.note] }, message)
    write.row.oriented = true
  }
  if (isLast) await tell({ code: 'notice.sumUp', params: { count: run.limits.requests } }, limitNote())
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

type TakenItems = { run: RunRow; items: QueueItem[] }

/** A queued Run starts: its clock runs, and what waited for it enters the transcript. */
export async function startRun(
  deps: Pick<Deps, 'redaction'>,
  write: Write,
  start: TakenItems,
): Promise<RunRow> {
  const { run } = start
  const started = changeRun(write, { before: run, after: active(run, write.now), as: 'run.started' })
  await addQueuedInput(write, start)
  await recallMemories(deps, write, started)
  return started
}

async function addQueuedInput(write: Write, { run, items }: TakenItems): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(item => item.id)
  const isSkillAsked = items.some(item => skillCommand(item.text))
  const stored = isSkillAsked ? await skillsOf(write.db, ids) : new Map<string, Skill>()
  const texts = await fileTexts(write, items)
  for (const { id, text, attachments } of items) {
    addUserEntry(write, { id, runId: run.id, text, attachments }, texts)
    const skill = write.work.skills.get(id) ?? stored.get(id)
    if (skill) await tellSkill(write, { runId: run.id, skill })
  }
  write.work.removeItems(ids)
  write.emit('queue.changed', { items: write.work.items })
}

async function fileTexts(write: Write, items: QueueItem[]): Promise<Map<string, string>> {
  const files = items.flatMap(({ attachments = [] }) => attachments).filter(file => !isPictureFile(file))
  const fresh = write.work.fileTexts
  const hashes = files.map(({ hash }) => hash).filter(hash => !fresh.has(hash))
  const contents = await findAttachments(write.sql, write.row.id, hashes)
  const decoder = new TextDecoder()
  return new Map([
    ...[...contents].map(([hash, { bytes }]) => [hash, decoder.decode(bytes)] as const),
    ...fresh,
  ])
}

/**
 * What bears on what the person said for a Run is recalled when it starts, and told behind it. What the model has in
 * view already is not told again.
 */
async function recallMemories(
  { redaction }: Pick<Deps, 'redaction'>,
  write: Write,
  run: RunRow,
): Promise<void> {
  if (!write.row.memory.recall) return
  const now = write.work.entries.filter(({ kind, runId }) => kind === 'user' && runId === run.id)
  const sentences = [...(await lastSaid(write.db, run)), ...now.map(({ text }) => text)]
  if (sentences.length === 0) return
  const recalled = await recall({ db: write.db }, sentences.join('\n'))
  storeRecall(write, recalled, { runId: run.id })
  const texts = recalled.hits.filter(hit => hit.kept).map(hit => redaction.mask(hit.text))
  const notes = texts.length > 0 ? await memoryNotes(write.db, write.row.id) : []
  const fresh = texts.filter(text => !notes.some(note => isToldIn(note, text)))
  if (fresh.length === 0) return
  const codedText: CodedText = { code: 'notice.memories', params: { count: fresh.length } }
  const message = noteMessage('memory', memoryBlock(fresh))
  addNotice(write, { runId: run.id, codedText, message })
}
