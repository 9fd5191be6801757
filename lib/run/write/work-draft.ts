import type { Call, CallSet } from '@/lib/domain/call/call'
import { isOpen } from '@/lib/domain/call/call-state'
import type { Skill } from '@/lib/domain/memory/skill'
import type { Rule } from '@/lib/domain/policy/rule'
import type { QueueItem } from '@/lib/domain/run/message'
import type { RunRow, Stop } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import type { Plan } from '@/lib/domain/session/plan'
import type { State } from '@/lib/domain/session/state'
import type { LastContext } from '@/lib/store/session/request'
import type { OpenRun, OpenUserSet, SessionWork } from '@/lib/store/session/session-work'

/** A Run to work on, the Calls of its last set, and what was said for it since. */
export type RunAtWork = { run: RunRow; calls: Call[]; items: QueueItem[] }

/**
 * What there is to do in a session, as a commit leaves it: read once, and told of every change that is gathered in
 * the commit's rows, since none of them can be read back before it is written.
 */
export class WorkDraft {
  #runs: OpenRun[]
  #calls: Call[]
  #items: QueueItem[]
  #userSets: OpenUserSet[]
  #elicitations: Call[]
  readonly rules: Rule[]
  context: LastContext | undefined
  /** The skills that messages of this commit ask for, by the messages' ids. */
  readonly skills = new Map<string, Skill>()
  /** The texts of files that messages of this commit came with, by their hashes. */
  readonly fileTexts = new Map<string, string>()
  /** The entries that this commit adds. */
  readonly entries: Entry[] = []
  /** The Plan and the State, where this commit has made another one of it. */
  plan: { plan: Plan; seq: number } | undefined
  state: { revision: number; state: State } | undefined
  /** What this commit keeps in memory, by the hashes of its words. */
  readonly memories = new Set<string>()

  constructor({ runs, calls, items, userSets, elicitations, rules, context }: SessionWork) {
    this.#runs = runs
    this.#calls = calls
    this.#items = items
    this.#userSets = userSets
    this.#elicitations = elicitations
    this.rules = [...rules]
    this.context = context
  }

  /** As whoever reads it after the commit would find it. */
  result(): SessionWork {
    return {
      runs: this.#runs,
      calls: this.#calls,
      items: this.#items,
      userSets: this.userSets,
      elicitations: this.elicitations,
      rules: [...this.rules],
      context: this.context,
    }
  }

  /** Those that have not ended, in the order in which they are worked on. */
  get runs(): readonly OpenRun[] {
    return this.#runs
  }

  /** All that waits to be taken in, in the order in which it was said. */
  get items(): QueueItem[] {
    return this.#items
  }

  /** The Run that is next in order. Only that one can have Calls. */
  get atWork(): RunAtWork | null {
    const [first] = this.#runs
    if (!first) return null
    const items = this.#items.filter(item => item.runId === first.run.id)
    return { run: first.run, calls: this.#calls, items }
  }

  /** Sets by people of which a Call is open. */
  get userSets(): OpenUserSet[] {
    return this.#userSets.filter(set => set.calls.some(isOpen))
  }

  /** What servers ask and nobody has answered yet. */
  get elicitations(): Call[] {
    return this.#elicitations.filter(isOpen)
  }

  /** The Calls of a set by a person that was open when this commit began, or that it adds. */
  callsOfUserSet(setId: string): Call[] {
    return this.#userSets.find(({ id }) => id === setId)?.calls ?? []
  }

  addRun(run: RunRow, position: number): void {
    this.#runs = [...this.#runs, { run, position }].sort((a, b) => a.position - b.position)
  }

  changeRun(run: RunRow): void {
    const wasFirst = this.#runs[0]?.run.id === run.id
    this.#runs = this.#runs
      .map(open => (open.run.id === run.id ? { ...open, run } : open))
      .filter(open => open.run.status !== 'ended')
    if (wasFirst && run.status === 'ended') this.#calls = []
  }

  changeCall(call: Call): void {
    const change = (other: Call): Call => (other.id === call.id ? call : other)
    this.#calls = this.#calls.map(change)
    this.#userSets = this.#userSets.map(set => ({ ...set, calls: set.calls.map(change) }))
    this.#elicitations = this.#elicitations.map(change)
  }

  /** A new set of the Run at work is its last one. */
  addSet({ id, origin, runId, calls }: CallSet): void {
    if (origin === 'elicitation') this.#elicitations = [...this.#elicitations, ...calls]
    else if (runId === undefined) this.#userSets = [...this.#userSets, { id, calls, stop: undefined }]
    else if (runId === this.#runs[0]?.run.id) this.#calls = calls
  }

  stopUserSet(setId: string, stop: Stop): void {
    this.#userSets = this.#userSets.map(set => (set.id === setId ? { ...set, stop } : set))
  }

  addItem(item: QueueItem, skill: Skill | null): void {
    this.#items = [...this.#items, item]
    if (skill) this.skills.set(item.id, skill)
  }

  removeItems(ids: string[]): void {
    this.#items = this.#items.filter(item => !ids.includes(item.id))
  }

  moveItems(ids: string[], runId: string): void {
    this.#items = this.#items.map(item => (ids.includes(item.id) ? { ...item, runId } : item))
  }
}
