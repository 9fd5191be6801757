import { argumentChanges } from '@/lib/domain/call/argument-changes'
import type {
  ModelAnswer,
  ModelFailure,
  ParsedCall,
  ProposedCall,
  Solution,
} from '@/lib/domain/call/solution'
import { type Compute, isJobOverdue, THREAD_SIZE } from '@/lib/domain/job'
import type { Dialect } from '@/lib/domain/session/session'
import type { ModelDelta } from '@/lib/models/model'
import type {
  DialectFormat,
  DialectInText,
  DialectReader,
  OfferedTool,
  ReplyText,
} from '@/lib/prompt/dialects/dialect'
import { dialectOf, READ_REPLY } from '@/lib/prompt/dialects/dialect-of'
import type { HistoryFormat } from '@/lib/prompt/in-dialect'
import { invocation } from '@/lib/store/call/call'
import { startOf } from '@/lib/text/truncate'

/** What looked like a Call and was none, or was missing: why, and where in the reply it stands. */
export type ParseIssue = { reason: string; excerpt: string }

/** An answer as it was read. `observation`: what the model is told of the issues. `message`: what came of a failed one, in words for people. */
type ParsedReply =
  | { kind: 'solution'; solution: Solution; issues: ParseIssue[]; observation: string | null }
  | { kind: 'failure'; failure: ModelFailure; message: string }

type ParseIssues = { issues: ParseIssue[]; observation: string | null }

type ReplyForm = {
  dialect: Dialect
  offered: OfferedTool[]
  /** Tools are off: the model was not told how to write a Call. */
  isOff: boolean
  newId: () => string
  compute: Compute
  onDelta: (delta: ModelDelta) => void
}

/**
 * Stands between a model and whoever watches: passes on of its text what may be shown, and says at the end what Calls
 * stand in it. Calls of the provider's own form count before those in text.
 */
export class ReplyReader {
  readonly #form: ReplyForm
  readonly #grammar: DialectFormat | null
  #reader: DialectReader | null
  /** A piece was too long to be read as it came: nothing more is shown before the end. */
  #isSilent = false
  #raw = ''
  #shown = { text: '', reasoning: '' }
  #hasThought = false

  constructor(form: ReplyForm) {
    this.#form = form
    this.#grammar = textDialectOf(form.dialect)
    this.#reader = this.#grammar?.reader(form.offered) ?? null
  }

  readonly add = (delta: ModelDelta): void => {
    if (delta.kind === 'reasoning') this.#hasThought = true
    if (delta.kind !== 'text' || !this.#grammar) this.#form.onDelta(delta)
    else {
      this.#raw += delta.text
      if (delta.text.length >= THREAD_SIZE) {
        this.#isSilent = true
        this.#reader = null
      }
      if (this.#reader) this.#tell(this.#reader.add(delta.text))
    }
  }

  readonly end = async (answer: ModelAnswer): Promise<ParsedReply> =>
    answer.kind === 'solution'
      ? { kind: 'solution', ...this.#dropped(await this.#parse(answer.solution)) }
      : { ...answer, message: this.#cut(answer.failure.text) }

  /** What the reply says. Its message keeps the text as it came; people read it without what belongs to the protocol. */
  async #parse(solution: Solution): Promise<{ solution: Solution } & ParseIssues> {
    const grammar = this.#grammar
    if (!grammar) return { solution, issues: await this.#leftAsText(solution.text), observation: null }
    const isNative = solution.calls.length > 0
    const read = await this.#read(solution.text, grammar)
    const spoken = isNative ? withoutTextCalls(read, solution.calls) : read
    this.#tellRest(spoken)
    const calls = isNative ? solution.calls : spoken.calls.map(call => this.#toCall(call, solution.text))
    const isSaid = !isNative && (this.#form.dialect !== 'auto' || calls.length > 0)
    const message = {
      ...solution.message,
      calls: calls.map(({ id, tool, argumentsText }) => ({ id, tool, argumentsText })),
      ...(isSaid ? { dialect: grammar.name } : {}),
      ...(isAsItCame(spoken, solution.text) ? {} : { plain: spoken.text }),
    }
    const reasoning = [solution.reasoning, spoken.reasoning].filter(Boolean).join(PARTED)
    const parsed = { ...solution, text: spoken.text, calls, message, ...(reasoning ? { reasoning } : {}) }
    const { issues, observation } = this.#issuesIn(spoken, parsed, grammar)
    const isRead = calls.length > 0 || issues.length > 0
    return { solution: parsed, issues: isRead ? issues : await this.#leftAsText(solution.text), observation }
  }

  /** Calls in a form that does not count in this dialect: they stay text, and whoever looks on is told. */
  async #leftAsText(text: string): Promise<ParseIssue[]> {
    const { dialect, isOff } = this.#form
    if (isOff || !MAY_CALL.test(text)) return []
    const readings = FOREIGN[dialect].map(async foreign => {
      const { calls, issues } = await this.#readWhole(foreign, text)
      if (calls.length > 0) return calls.map(({ tool, span }) => ({ what: `a call to ${tool}`, span }))
      // To the dialect that is one object, any text is broken.
      return foreign === 'structured' ? [] : issues.map(({ span }) => ({ what: 'a call', span }))
    })
    return (await Promise.all(readings)).flat().map(({ what, span }) => ({
      reason: `What looks like ${what} was left as text: in the dialect ${dialect} it is none.`,
      excerpt: issueExcerpt(text.slice(...span)),
    }))
  }

  /** What the provider dropped of it is told to the model, as what could not be read here is. */
  #dropped<T extends { solution: Solution } & ParseIssues>(parsed: T): T {
    const { unread } = parsed.solution
    if (unread === undefined) return parsed
    const issues = [...parsed.issues, { reason: unread, excerpt: issueExcerpt(parsed.solution.text) }]
    if (this.#form.isOff) return { ...parsed, issues }
    const observation = [parsed.observation, `${unread} ${AGAIN}`].filter(Boolean).join('\n\n')
    return { ...parsed, issues, observation }
  }

  /** What can be shown of a reply that broke off: no half of a Call. */
  #cut(text: string): string {
    if (this.#isSilent) return this.#shown.text
    const spoken = this.#reader?.end()
    if (!spoken || this.#raw !== text || isAsItCame(spoken, text)) return text
    return spoken.issues.length > 0 ? this.#shown.text : spoken.text
  }

  /** A model whose tools are off writes plain text, also where its Calls were to stand in an object. */
  async #read(text: string, grammar: DialectFormat): Promise<ReplyText> {
    const isRead = this.#raw === text && text.length < THREAD_SIZE
    const parsed = (isRead && this.#reader?.end()) || null
    const spoken = parsed ?? (await this.#readWhole(grammar.name, text))
    const isPlain = this.#form.isOff && grammar.name === 'structured' && spoken.issues.length > 0
    return isPlain ? { ...spoken, issues: [] } : spoken
  }

  /** A text that takes too long to read is text, and what calls may stand in it are not run. */
  async #readWhole(dialect: DialectInText, text: string): Promise<ReplyText> {
    const { offered, compute } = this.#form
    try {
      return await compute(READ_REPLY, { dialect, text, offered })
    } catch (error) {
      if (!isJobOverdue(error)) throw error
      const issues = [{ reason: UNREAD, span: [0, text.length] as const }]
      return { text: text.trim(), reasoning: '', calls: [], issues }
    }
  }

  #toCall(call: ReplyText['calls'][number], text: string): ParsedCall {
    const { dialect, span, tool, argumentsText, outputPath, output } = call
    const [from, to] = span
    const reply = {
      dialect,
      span: [from, to] satisfies [number, number],
      rawText: text.slice(from, to),
      outputPath,
      output,
    }
    return { id: this.#form.newId(), tool, argumentsText, source: reply }
  }

  #issuesIn(spoken: ReplyText, { calls, message }: Solution, grammar: DialectFormat): ParseIssues {
    const issues = spoken.issues.map(({ reason, span }) => ({
      reason,
      excerpt: issueExcerpt(message.text.slice(...span)),
    }))
    if (this.#form.isOff || (calls.length > 0 && issues.length === 0)) return { issues, observation: null }
    const observation = grammar.observation(spoken)
    return observation !== null && issues.length === 0
      ? { issues: [{ reason: 'The reply has no action.', excerpt: issueExcerpt(message.text) }], observation }
      : { issues, observation }
  }

  /** Also where nothing may be shown yet: the answer has begun. */
  #tell({ text, reasoning }: { text: string; reasoning: string }): void {
    if (reasoning !== '') {
      const apart = this.#hasThought && this.#shown.reasoning === '' ? PARTED : ''
      this.#form.onDelta({ kind: 'reasoning', text: apart + reasoning })
    }
    this.#form.onDelta({ kind: 'text', text })
    this.#shown = { text: this.#shown.text + text, reasoning: this.#shown.reasoning + reasoning }
  }

  #tellRest(spoken: ReplyText): void {
    const { text, reasoning } = this.#shown
    if (!spoken.text.startsWith(text) || !spoken.reasoning.startsWith(reasoning)) return
    this.#tell({
      text: spoken.text.slice(text.length),
      reasoning: spoken.reasoning.slice(reasoning.length),
    })
  }
}

/** Whatever announces a Call has one of these. */
const MAY_CALL = /[<{[(]|TOOL_CALL|tool_call|Action:|=functions/

/** Forms in which a Call may stand in a text and does not count, by the dialect of the session. */
const FOREIGN: Record<Dialect, DialectInText[]> = {
  auto: ['react', 'structured'],
  native: ['tags', 'react', 'structured'],
  tags: ['react', 'structured'],
  react: [],
  structured: [],
}

const AGAIN =
  'Nothing was run for it. Write the call once more, with arguments that are JSON by its schema; do large work in several smaller calls.'

const UNREAD = 'The reply takes longer than it may to be read: no call in it was run.'

/** Between what a provider told of its thoughts and those that stand in the text. */
const PARTED = '\n\n'

const isAsItCame = (spoken: ReplyText, text: string): boolean => spoken.text === text.trim()

const EXCERPT_CHARS = 200

export const issueExcerpt = (text: string): string => startOf(text, EXCERPT_CHARS)

/** What stands in the text beside Calls of the provider's own form: the same once more, or what is not run and told. */
function withoutTextCalls(spoken: ReplyText, calls: ProposedCall[]): ReplyText {
  const others = spoken.calls.filter(textCall => {
    const invoked = invocation(textCall.tool, textCall.argumentsText)
    return !calls.some(
      ({ tool, argumentsText }) =>
        tool === textCall.tool && argumentChanges(invocation(tool, argumentsText), invoked).length === 0,
    )
  })
  const issues = others.map(({ tool, span }) => ({
    reason: `The call to ${tool} in the text was not run: the reply has calls of the provider's own form.`,
    span,
  }))
  return { ...spoken, calls: [], issues: [...spoken.issues, ...issues] }
}

/** The dialect in which the text of replies is read; null where only Calls of the provider's own form count. */
const textDialectOf = (dialect: Dialect): DialectFormat | null =>
  dialect === 'native' ? null : dialectOf(dialect === 'auto' ? 'tags' : dialect)

type OwnForm =
  | Extract<HistoryFormat, { calls: 'native' }>
  | (Exclude<HistoryFormat, { calls: 'native' }> & { dialect: DialectFormat })

/** In which form a session's history is told. */
export function historyFormat(dialect: Dialect, tools: OfferedTool[]): OwnForm {
  const spoken = textDialectOf(dialect)
  if (!spoken) return { calls: 'native' }
  return { calls: dialect === 'auto' ? 'as_said' : 'text', dialect: spoken, tools }
}
