import type { Dialect as Grammar } from '@/lib/dialects/dialect'
import type { Reader } from '@/lib/dialects/reading/reader'
import type { OfferedTool, Spoken } from '@/lib/dialects/spoken'
import { argumentChanges } from '@/lib/domain/argument-changes'
import type { Invocation } from '@/lib/domain/call'
import type { Dialect } from '@/lib/domain/session'
import type { ModelAnswer, ModelFailure, ProposedCall, SaidCall, Solution } from '@/lib/domain/solution'
import type { ModelDelta } from '@/lib/model/model'
import { invocation } from '@/lib/store/call'
import { spokenIn } from './form-of'

/** What looked like a Call and was none, or was missing: why, and where in the reply it stands. */
export type HeardIssue = { reason: string; excerpt: string }

/** An answer as it was heard. `observation`: what the model is told of the issues. `shown`: what came of a failed one. */
export type Heard =
  | { kind: 'solution'; solution: Solution; issues: HeardIssue[]; observation: string | null }
  | { kind: 'failure'; failure: ModelFailure; shown: string }

type Missed = { issues: HeardIssue[]; observation: string | null }

type About = {
  dialect: Dialect
  offered: OfferedTool[]
  /** Tools are off: the model was not told how to write a Call. */
  isOff: boolean
  newId: () => string
  onDelta: (delta: ModelDelta) => void
}

/**
 * Stands between a model and whoever watches: passes on of its text what may be shown, and says at the end what Calls
 * stand in it. Calls of the provider's own form count before those in text.
 */
export class Hearing {
  readonly #about: About
  readonly #grammar: Grammar | null
  readonly #reader: Reader | null
  #raw = ''
  #shown = { text: '', reasoning: '' }
  #hasThought = false

  constructor(about: About) {
    this.#about = about
    this.#grammar = spokenIn(about.dialect)
    this.#reader = this.#grammar?.reader(about.offered) ?? null
  }

  readonly add = (delta: ModelDelta): void => {
    if (delta.kind === 'reasoning') this.#hasThought = true
    if (delta.kind !== 'text' || !this.#reader) this.#about.onDelta(delta)
    else {
      this.#raw += delta.text
      this.#tell(this.#reader.add(delta.text))
    }
  }

  readonly end = (answer: ModelAnswer): Heard =>
    answer.kind === 'solution'
      ? { kind: 'solution', ...this.#heard(answer.solution) }
      : { ...answer, shown: this.#cut(answer.failure.text) }

  /** What the reply says. Its message keeps the text as it came; people read it without what belongs to the protocol. */
  #heard(solution: Solution): { solution: Solution } & Missed {
    const grammar = this.#grammar
    if (!grammar) return { solution, issues: [], observation: null }
    const isNative = solution.calls.length > 0
    const read = this.#read(solution.text, grammar)
    const spoken = isNative ? besides(read, solution.calls) : read
    this.#tellRest(spoken)
    const calls = isNative ? solution.calls : spoken.calls.map(call => this.#said(call, solution.text))
    const isSaid = !isNative && (this.#about.dialect !== 'auto' || calls.length > 0)
    const message = {
      ...solution.message,
      calls: calls.map(({ id, tool, argumentsText }) => ({ id, tool, argumentsText })),
      ...(isSaid ? { dialect: grammar.name } : {}),
      ...(isAsItCame(spoken, solution.text) ? {} : { plain: spoken.text }),
    }
    const reasoning = [solution.reasoning, spoken.reasoning].filter(Boolean).join(PARTED)
    const heard = { ...solution, text: spoken.text, calls, message, ...(reasoning ? { reasoning } : {}) }
    return { solution: heard, ...this.#missed(spoken, heard, grammar) }
  }

  /** What can be shown of a reply that broke off: no half of a Call. */
  #cut(text: string): string {
    const spoken = this.#reader?.end()
    if (!spoken || this.#raw !== text || isAsItCame(spoken, text)) return text
    return spoken.issues.length > 0 ? this.#shown.text : spoken.text
  }

  /** A model whose tools are off writes plain text, also where its Calls were to stand in an object. */
  #read(text: string, grammar: Grammar): Spoken {
    const heard = this.#reader && this.#raw === text ? this.#reader.end() : null
    const spoken = heard ?? grammar.readWhole(text, this.#about.offered)
    const isPlain = this.#about.isOff && grammar.name === 'structured' && spoken.issues.length > 0
    return isPlain ? { ...spoken, issues: [] } : spoken
  }

  #said(call: Spoken['calls'][number], text: string): SaidCall {
    const { dialect, span, tool, argumentsText, outputPath, output } = call
    const [from, to] = span
    const said = {
      dialect,
      span: [from, to] satisfies [number, number],
      rawText: text.slice(from, to),
      outputPath,
      output,
    }
    return { id: this.#about.newId(), tool, argumentsText, said }
  }

  #missed(spoken: Spoken, { calls, message }: Solution, grammar: Grammar): Missed {
    const issues = spoken.issues.map(({ reason, span }) => ({
      reason,
      excerpt: excerptOf(message.text.slice(...span)),
    }))
    if (this.#about.isOff || (calls.length > 0 && issues.length === 0)) return { issues, observation: null }
    const observation = grammar.observation(spoken)
    return observation !== null && issues.length === 0
      ? { issues: [{ reason: 'The reply has no action.', excerpt: excerptOf(message.text) }], observation }
      : { issues, observation }
  }

  /** Also where nothing may be shown yet: the answer has begun. */
  #tell({ text, reasoning }: { text: string; reasoning: string }): void {
    if (reasoning !== '') {
      const apart = this.#hasThought && this.#shown.reasoning === '' ? PARTED : ''
      this.#about.onDelta({ kind: 'reasoning', text: apart + reasoning })
    }
    this.#about.onDelta({ kind: 'text', text })
    this.#shown = { text: this.#shown.text + text, reasoning: this.#shown.reasoning + reasoning }
  }

  #tellRest(spoken: Spoken): void {
    const { text, reasoning } = this.#shown
    if (!spoken.text.startsWith(text) || !spoken.reasoning.startsWith(reasoning)) return
    this.#tell({
      text: spoken.text.slice(text.length),
      reasoning: spoken.reasoning.slice(reasoning.length),
    })
  }
}

/** Between what a provider told of its thoughts and those that stand in the text. */
const PARTED = '\n\n'

/** But for the space around it. */
const isAsItCame = (spoken: Spoken, text: string): boolean => spoken.text === text.trim()

const EXCERPT_CHARS = 200

export const excerptOf = (text: string): string =>
  text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text

/** What stands in the text beside Calls of the provider's own form: the same once more, or what is not run and told. */
function besides(spoken: Spoken, calls: ProposedCall[]): Spoken {
  const others = spoken.calls.filter(said => !calls.some(call => isSame(call, said)))
  const issues = others.map(({ tool, span }) => ({
    reason: `The call to ${tool} in the text was not run: the reply has calls of the provider's own form.`,
    span,
  }))
  return { ...spoken, calls: [], issues: [...spoken.issues, ...issues] }
}

type Named = { tool: string; argumentsText: string }

const isSame = (one: Named, other: Named): boolean =>
  one.tool === other.tool && argumentChanges(invoked(one), invoked(other)).length === 0

const invoked = ({ tool, argumentsText }: Named): Invocation => invocation(tool, argumentsText)
