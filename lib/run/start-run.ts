import { type Instant, later } from '@/lib/domain/instant'
import type { QueueItem } from '@/lib/domain/message'
import type { RunRow } from '@/lib/domain/run'
import { active } from '@/lib/domain/run-changes'
import { askedSkill, type Skill } from '@/lib/domain/skill'
import { queueOf, removeQueueItems, skillsOf } from '@/lib/store/queue-item'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { tellSkill } from './tell-skill'
import { addUserEntry } from './transcript'
import type { Write } from './write'

/** Quiet time after which messages that are collected become one Run. */
const QUIET_MS = 500

/** When a queued Run may start; absent where it may at once. */
export function startsLater(items: QueueItem[], now: Instant): Instant | undefined {
  if (items.length === 0 || items.some(item => item.mode !== 'collect')) return undefined
  const quiet = items
    .map(item => later(item.createdAt, QUIET_MS))
    .sort()
    .at(-1)
  return quiet && quiet > now ? quiet : undefined
}

/** What is said for a Run. */
type Taken = { run: RunRow; items: QueueItem[] }

/** A queued Run starts: its clock runs, and what waited for it enters the transcript. */
export async function startRun(deps: Pick<Deps, 'newId'>, write: Write, about: Taken): Promise<RunRow> {
  const { run } = about
  const started = await changeRun(write, { before: run, after: active(run, write.now), as: 'run.started' })
  await takeIn(deps, write, about)
  return started
}

/** Queued input becomes entries of the transcript. */
export async function takeIn(deps: Pick<Deps, 'newId'>, write: Write, { run, items }: Taken): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(item => item.id)
  const isSkillAsked = items.some(item => askedSkill(item.text))
  const skills = isSkillAsked ? await skillsOf(write.tx, ids) : new Map<string, Skill>()
  for (const item of items) {
    await addUserEntry(write, { id: item.id, runId: run.id, text: item.text })
    const skill = skills.get(item.id)
    if (skill) await tellSkill(deps, write, { runId: run.id, skill })
  }
  await removeQueueItems(write.tx, ids)
  write.emit('queue.changed', { items: await queueOf(write.tx, write.row.id) })
}
