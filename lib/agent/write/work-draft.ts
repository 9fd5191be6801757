import type { Call, CallSet } from '@/lib/domain/call/call'
import { isOpen } from '@/lib/domain/call/call-state'
import type { Hook } from '@/lib/domain/hooks/hook'
import type { Rule } from '@/lib/domain/policy/rule'
import type { QueueItem } from '@/lib/domain/run/message'
import type { RunRow, Stop } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import type { Plan } from '@/lib/domain/session/plan'
import type { State } from '@/lib/domain/session/state'
import type { Skill } from '@/lib/domain/skills/skill'
import { insertSet, saveCall, stopSet } from '@/lib/store/call/call'
import type { Rows } from '@/lib/store/connection/rows'
import { insertRule, removeRule, saveRule } from '@/lib/store/policy/rule'
import { insertQueueItem, moveQueueItems, removeQueueItems } from '@/lib/store/run/queue-item'
import type { LastContext } from '@/lib/store/run/request'
import { insertRun, saveRun } from '@/lib/store/run/run'
import type { OpenRun, OpenUserSet, SessionWork } from '@/lib/store/session/session-work'

/** A Run to work on, the Calls of its last set, and what was said for it since. */
export type RunAtWork = { run: RunRow; calls: Call[]; items: QueueItem[] }

/**
 * What there is to do in a session, as a commit leaves it: read once, and changed together with the commit's rows, which
 * cannot be read back before they are written.
 */
export class WorkDraft {
  readonly #rows: Rows
  readonly #sessionId: string
  #work: SessionWork
  readonly skills = new Map<string, Skill>()
  /** The texts of files that messages of this commit came with, by their hashes. */
  readonly fileTexts = new Map<string, string>()
  readonly entries: Entry[] = []
  /** The Plan and the State, where this commit has made another one of it. */
  plan: { plan: Plan; seq: number } | undefined
  state: { revision: number; state: State } | undefined
  /** What this commit keeps in memory, by the hashes of its words. */
  readonly memories = new Set<string>()

  constructor(work: SessionWork, { rows, sessionId }: { rows: Rows; sessionId: string }) {
    this.#work = work
    this.#rows = rows
    this.#sessionId = sessionId
  }

  /** As whoever reads it after the commit would find it. */
  result(): SessionWork {
    return { ...this.#work, userSets: this.userSets, elicitations: this.elicitations }
  }

  /** Those that have not ended, in the order in which they are worked on. */
  get runs(): readonly OpenRun[] {
    return this.#work.runs
  }

  get items(): QueueItem[] {
    return this.#work.items
  }

  get rules(): Rule[] {
    return this.#work.rules
  }

  get hooks(): Hook[] {
    return this.#work.hooks
  }

  get context(): LastContext | undefined {
    return this.#work.context
  }

  set context(context: LastContext) {
    this.#work = { ...this.#work, context }
  }

  /** The Run that is next in order. Only that one can have Calls. */
  get atWork(): RunAtWork | null {
    const [first] = this.runs
    if (!first) return null
    const items = this.items.filter(item => item.runId === first.run.id)
    return { run: first.run, calls: this.#work.calls, items }
  }

  get userSets(): OpenUserSet[] {
    return this.#work.userSets.filter(set => set.calls.some(isOpen))
  }

  get elicitations(): Call[] {
    return this.#work.elicitations.filter(isOpen)
  }

  /** The Calls of a set by a person that was open when this commit began, or that it adds. */
  callsOfUserSet(setId: string): Call[] {
    return this.#work.userSets.find(({ id }) => id === setId)?.calls ?? []
  }

  /** A Call of the Run at work, or of a set by a person, which has no Run. */
  findCall(id: string): { call: Call | undefined; runId?: string } {
    const { atWork } = this
    const call = atWork?.calls.find(each => each.id === id)
    if (atWork && call) return { call, runId: atWork.run.id }
    return { call: this.userSets.flatMap(set => set.calls).find(each => each.id === id) }
  }

  addRun(run: RunRow, position: number): void {
    insertRun(this.#rows, run, position)
    const runs = [...this.runs, { run, position }].sort((a, b) => a.position - b.position)
    this.#work = { ...this.#work, runs }
  }

  changeRun(change: { before: RunRow; after: RunRow }): void {
    saveRun(this.#rows, change)
    const { after } = change
    const isFirstEnded = after.status === 'ended' && this.runs[0]?.run.id === after.id
    const runs = this.runs
      .map(open => (open.run.id === after.id ? { ...open, run: after } : open))
      .filter(open => open.run.status !== 'ended')
    this.#work = { ...this.#work, runs, calls: isFirstEnded ? [] : this.#work.calls }
  }

  /** What is told of it is said by whoever changes it. */
  changeCall(change: { before: Call; after: Call }): void {
    saveCall(this.#rows, change)
    const { after } = change
    const put = (call: Call): Call => (call.id === after.id ? after : call)
    this.#work = {
      ...this.#work,
      calls: this.#work.calls.map(put),
      userSets: this.#work.userSets.map(set => ({ ...set, calls: set.calls.map(put) })),
      elicitations: this.#work.elicitations.map(put),
    }
  }

  /** A new set of the Run at work is its last one. */
  addSet(set: CallSet): void {
    insertSet(this.#rows, set)
    const { id, origin, runId, calls } = set
    const { elicitations, userSets } = this.#work
    if (origin === 'elicitation') this.#work = { ...this.#work, elicitations: [...elicitations, ...calls] }
    else if (runId === undefined)
      this.#work = { ...this.#work, userSets: [...userSets, { id, calls, stop: undefined }] }
    else if (runId === this.runs[0]?.run.id) this.#work = { ...this.#work, calls }
  }

  stopUserSet(setId: string, stop: Stop): void {
    stopSet(this.#rows, setId, stop)
    const userSets = this.#work.userSets.map(set => (set.id === setId ? { ...set, stop } : set))
    this.#work = { ...this.#work, userSets }
  }

  /** A message waits. `skill`: what it asks for beside its words. */
  addItem(item: QueueItem, skill: Skill | null): void {
    insertQueueItem(this.#rows, this.#sessionId, { ...item, skill })
    this.#work = { ...this.#work, items: [...this.items, item] }
    if (skill) this.skills.set(item.id, skill)
  }

  removeItems(ids: string[]): void {
    removeQueueItems(this.#rows, ids)
    this.#work = { ...this.#work, items: this.items.filter(item => !ids.includes(item.id)) }
  }

  moveItems(ids: string[], runId: string): void {
    moveQueueItems(this.#rows, ids, runId)
    const items = this.items.map(item => (ids.includes(item.id) ? { ...item, runId } : item))
    this.#work = { ...this.#work, items }
  }

  changeRule(change: { before: Rule; after: Rule }): void {
    saveRule(this.#rows, change)
    this.#setRules(change.after.id, [change.after])
  }

  removeRule(id: string): void {
    removeRule(this.#rows, id)
    this.#setRules(id, [])
  }

  #setRules(id: string, instead: Rule[]): void {
    const rules = this.rules.flatMap(rule => (rule.id === id ? instead.filter(each => each.enabled) : [rule]))
    this.#work = { ...this.#work, rules }
  }

  addRule(newRule: Omit<Rule, 'number'>): Rule {
    const number = this.#work.rulesMade + 1
    const rule = { ...newRule, number }
    insertRule(this.#rows, rule)
    this.#work = { ...this.#work, rulesMade: number, rules: [...this.rules, rule] }
    return rule
  }
}
