import * as z from 'zod'
import { defineTool, type PerformContext, type ToolDefinition } from '@/lib/tools/define-tool'

/** Activities whose effect a test can see, hold and let go: the ledger is what happened outside. */
export type Gates = {
  tools: ToolDefinition[]
  /** The same tools with other words: another definition, as after an upgrade. */
  toolsSaying: (description: string) => ToolDefinition[]
  /** Names of the effects, in the order in which they happened. */
  ledger: string[]
  /** Names of the Activities that were started, in order, reads and repeats included. */
  begun: string[]
  /** Names of the Calls of which an execution that fell silent was revoked. */
  revoked: string[]
  /** Resolves when an Activity of this name has been started so many times. */
  begins: (name: string, times?: number) => Promise<void>
  /** Resolves when an Activity of this name has ended, however. */
  ends: (name: string) => Promise<void>
  open: (name: string) => void
  /** Whether an Activity waits for its gate. */
  isAnyWaiting: () => boolean
  /** The test is over: whatever still waits, deaf or not, goes through. */
  openAll: () => void
  /** From now on Activities of this name wait again. */
  close: (name: string) => void
  /** From now on the tools fail to tell the paths of a Call of this name. */
  breaks: (name: string) => void
  /** Forgets everything, where nothing waits at a gate. */
  clear: () => void
}

/** `lastly`: its effect comes at its end, if it may have one then, and not at its beginning. */
type Kind = { name: string; readOnly: boolean; idempotent: boolean; deaf?: boolean; lastly?: boolean }

const BUG_IN_PATHS = 'bug_in_paths'

const KINDS: Kind[] = [
  { name: 'gated_write', readOnly: false, idempotent: false },
  { name: 'gated_read', readOnly: true, idempotent: true },
  { name: 'gated_peek', readOnly: true, idempotent: false },
  { name: 'gated_deaf', readOnly: false, idempotent: false, deaf: true },
  { name: 'gated_save', readOnly: false, idempotent: false, lastly: true },
  { name: 'gated_fetch', readOnly: true, idempotent: true, lastly: true },
]

/**
 * A name ending in `!` goes through at once; any other waits until its gate is opened. The name `bug` makes
 * the program itself fail when it looks at the Call, `bug_in_paths`, `bug_in_preview` and `bug_in_perform` the
 * tool; `binary!` makes it give what no text of the database can hold, `lost!` say that nobody knows what it did.
 */
export function createGates(): Gates {
  const ledger: string[] = []
  const begun: string[] = []
  const revoked: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const ended = new Map<string, PromiseWithResolvers<void>>()
  const watchers = new Set<() => void>()
  const broken = new Set([BUG_IN_PATHS])
  const over = Promise.withResolvers<void>()
  const waiting = new Set<object>()
  const pass = async (kind: Kind, name: string, context: PerformContext) => {
    const { signal, beforeEffect } = context
    const takesEffect = (): void => {
      beforeEffect()
      if (!kind.readOnly) ledger.push(name)
    }
    begun.push(name)
    if (!kind.lastly) takesEffect()
    for (const watcher of watchers) watcher()
    if (!name.endsWith('!')) {
      waiting.add(context)
      await Promise.race([under(gates, name).promise, over.promise, kind.deaf ? never : aborted(signal)])
      waiting.delete(context)
    }
    under(ended, name).resolve()
    if (kind.lastly) takesEffect()
    if (signal.aborted && !kind.deaf) return { kind: 'error' as const, text: 'Stopped in the middle.' }
    return { kind: name === 'lost!' ? 'unknown' : 'ok', text: `${name} is done` } as const
  }
  const toolsSaying = (description: string) =>
    KINDS.map(kind => toolOf(kind, { description, pass, broken, revoked }))
  return {
    tools: toolsSaying('A tool of the tests.'),
    toolsSaying,
    ledger,
    begun,
    revoked,
    ends: name => under(ended, name).promise,
    open: name => under(gates, name).resolve(),
    isAnyWaiting: () => waiting.size > 0,
    openAll: over.resolve,
    close: name => void gates.delete(name),
    breaks: name => void broken.add(name),
    clear: () => {
      for (const list of [ledger, begun, revoked]) list.length = 0
      for (const all of [gates, ended, watchers, broken]) all.clear()
      broken.add(BUG_IN_PATHS)
    },
    begins: beginsOf(begun, watchers),
  }
}

const beginsOf =
  (begun: string[], watchers: Set<() => void>): Gates['begins'] =>
  (name, times = 1) =>
    new Promise(resolve => {
      const look = (): void => {
        if (begun.filter(other => other === name).length < times) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })

function under(all: Map<string, PromiseWithResolvers<void>>, name: string): PromiseWithResolvers<void> {
  const known = all.get(name) ?? Promise.withResolvers<void>()
  all.set(name, known)
  return known
}

type Pass = (
  kind: Kind,
  name: string,
  context: PerformContext,
) => Promise<{ kind: 'ok' | 'error' | 'unknown'; text: string }>

type Workings = { description: string; pass: Pass; broken: ReadonlySet<string>; revoked: string[] }

const toolOf = (kind: Kind, { description, pass, broken, revoked }: Workings): ToolDefinition =>
  defineTool({
    name: kind.name,
    title: kind.name,
    readOnly: kind.readOnly,
    idempotent: kind.idempotent,
    description,
    source: 'builtin',
    risk: 'low',
    arguments: z.strictObject({ name: z.string() }),
    paths: ({ name }) => {
      failIf(broken.has(name))
      return []
    },
    preview: async ({ name }) => {
      failIf(name === 'bug_in_preview')
      const said = name === 'binary!' ? ` ${BINARY}` : ''
      const preview = { kind: 'text' as const, summary: `${kind.name} ${name}${said}`, preconditions: [] }
      return {
        kind: 'preview',
        preview,
        get risks() {
          failIf(name === 'bug')
          return []
        },
      }
    },
    revoke: async ({ name }) => void revoked.push(name),
    perform: async ({ name }, context) => {
      failIf(name === 'bug_in_perform')
      const passed = await pass(kind, name, context)
      if (name !== 'binary!') return passed
      return { kind: 'ok', text: BINARY, value: [{ [BINARY]: BINARY }], details: { [BINARY]: [BINARY] } }
    },
  })

const BINARY = 'a\0b \ud83d c'

function failIf(wanted: boolean): void {
  if (wanted) throw new Error('A bug of the tests.')
}

const never = new Promise<void>(() => undefined)

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
