import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Preview } from '@/lib/domain/call/preview'
import { computeHere } from '@/lib/domain/job'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import { EMPTY_STATE } from '@/lib/domain/session/state'
import { BUILTIN_TOOLS } from '../builtin-tools'
import type {
  MessageContext,
  PerformContext,
  PreviewContext,
  PreviewOutcome,
  ToolOutcome,
} from '../define-tool'
import { checkArguments, errorsText } from '../read-arguments'
import { createRegistry, type Registry } from '../registry'
import { perform, preview } from '../run-tool'

/** What a file outside the workspace holds; no text that a tool gives may hold it. */
export const CANARY = 'CANARY: this lies outside of the workspace\n'

/** Not a digest but as good as one: the bytes themselves. */
export const hash = (bytes: Uint8Array | string): string => `sha256:${Buffer.from(bytes).toString('hex')}`

/** Whatever was ever hashed is kept. */
const content = async (digest: string): Promise<Uint8Array> =>
  Buffer.from(digest.slice('sha256:'.length), 'hex')

export const registry = createRegistry(BUILTIN_TOOLS, hash)

export type Options = Partial<PreviewContext> &
  Partial<Pick<PerformContext, 'beforeEffect' | 'leaseMs' | 'execution' | 'sessionId' | 'elicit'>> & {
    preview?: Preview
  }

/** A workspace on disk beside a folder `outside` with a canary, both gone after the test. */
export function temporaryWorkspace(tools: Registry = registry) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-tools-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'workspace')
  const outside = join(base, 'outside')
  mkdirSync(root)
  mkdirSync(outside)
  writeFileSync(join(outside, 'canary.txt'), CANARY)
  return { outside, ...files(root), ...calls(root, tools), outsideIsUntouched: () => isUntouched(outside) }
}

export type TemporaryWorkspace = ReturnType<typeof temporaryWorkspace>

const isUntouched = (outside: string): boolean =>
  readdirSync(outside).join() === 'canary.txt' && readFileSync(join(outside, 'canary.txt'), 'utf8') === CANARY

function files(root: string) {
  const at = (path: string) => join(root, path)
  return {
    root,
    at,
    read: (path: string) => readFileSync(at(path), 'utf8'),
    put: (path: string, content: string | Uint8Array) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), content)
    },
    /** Every path below the root, folders with a slash. */
    all: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .map(entry => relative(root, join(entry.parentPath, entry.name)) + (entry.isDirectory() ? '/' : ''))
        .sort(),
  }
}

/** Previews a call as a model writes it. */
export async function previewCall(
  tools: Registry,
  { tool, argumentsText }: { tool: string; argumentsText: string },
  context: PreviewContext,
): Promise<PreviewOutcome> {
  const definition = tools.find(tool)
  if (!definition) throw new Error(`There is no tool ${tool}.`)
  const args = await checkArguments(context.compute, definition, argumentsText)
  if (args.ok) return preview(definition, args.value, context)
  return { kind: 'error', message: errorsText(tool, args.errors), errors: args.errors }
}

/** There is no way to anybody. */
const NO_MESSAGES: MessageContext = {
  channels: [],
  environment: () => undefined,
  link: 'http://desk.test/sessions/1',
  session: { id: '1', title: 'A session' },
}

/** What a call is performed with where nothing else is given: a session without anything in it, that nobody stops. */
export function performContext(given: Partial<PerformContext>): PerformContext {
  const signal = given.signal ?? new AbortController().signal
  return {
    root: '/nowhere',
    hash,
    compute: computeHere,
    content: async () => null,
    writer: async () => null,
    skill: async () => null,
    plan: async () => EMPTY_PLAN,
    state: async () => EMPTY_STATE,
    recall: async query => ({ query, hits: [] }),
    internalHosts: async () => [],
    messages: async () => NO_MESSAGES,
    onOutput: () => {},
    preview: undefined,
    beforeEffect: () => signal.throwIfAborted(),
    leaseMs: () => 3_000,
    elicit: async () => ({ action: 'cancel' }),
    sessionId: 's',
    execution: { callId: randomUUID(), epoch: 1 },
    ...given,
    signal,
  }
}

function calls(root: string, tools: Registry) {
  const context = (options: Options) => performContext({ root, content, ...options })
  const previews = (tool: string, args: unknown, options: Options = {}): Promise<PreviewOutcome> =>
    previewCall(tools, { tool, argumentsText: JSON.stringify(args) }, context(options))
  const performs = (tool: string, args: unknown, options: Options = {}): Promise<ToolOutcome> =>
    perform(tools, { tool, argumentsText: JSON.stringify(args) }, context(options))
  /** Previews, then performs what was shown. */
  const runs = async (tool: string, args: unknown, options: Options = {}): Promise<ToolOutcome> => {
    const shown = await previews(tool, args, options)
    return shown.kind === 'error'
      ? { kind: 'error', text: shown.message, bug: shown.bug }
      : performs(tool, args, { ...options, preview: shown.preview })
  }
  return { previews, performs, runs }
}
