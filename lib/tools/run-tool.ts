import type { Invocation } from '@/lib/domain/call/call'
import type { Preview } from '@/lib/domain/call/preview'
import { isServed } from '@/lib/domain/call/tool'
import { isJobError, isJobOverdue } from '@/lib/domain/job'
import { withExactNumbers } from '@/lib/text/json/json-text'
import { oneLine } from '@/lib/text/truncate'
import type {
  PerformContext,
  PreviewContext,
  PreviewOutcome,
  RevokeContext,
  ToolDefinition,
  ToolOutcome,
} from './define-tool'
import { checkArguments, errorsText, readArguments } from './read-arguments'
import type { Registry } from './registry'
import { findMovedPath } from './workspace/platform-folders'
import { runningCalls } from './workspace/temporary-file'

/**
 * This process may not act for the session at this moment. Thrown before an effect, or used as the reason of an abort.
 */
export class LeaseLapsed extends Error {
  constructor() {
    super('The lease on the session has run out.')
  }
}

/**
 * Runs an invocation. It never throws: a bug in the Tool becomes an error that carries it, and whether the effect
 * happened is then unknown; an abort before the effect is an error with `details.stopped`, or `lapsed` if the lease
 * ran out.
 */
export async function perform(
  tools: Registry,
  invocation: Pick<Invocation, 'tool' | 'argumentsText'>,
  context: PerformContext,
): Promise<ToolOutcome> {
  const definition = tools.find(invocation.tool)
  if (!definition) return { kind: 'error', text: `There is no tool named ${oneLine(invocation.tool)}.` }
  try {
    const args = await checkArguments(context.compute, definition, invocation.argumentsText)
    if (!args.ok) return { kind: 'error', text: errorsText(definition.name, args.errors) }
    context.signal.throwIfAborted()
    if (await findMovedPath(context.closed)) return { kind: 'error', text: MOVED }
    runningCalls.add(context.execution.callId)
    const { argumentsText } = invocation
    const exact = isServed(definition.source) ? withExactNumbers(args.value, argumentsText) : args.value
    return await definition.perform(exact, context)
  } catch (error) {
    if (error instanceof LeaseLapsed) return { kind: 'lapsed' }
    if (stoppedBy(context.signal, error)) {
      if (context.signal.reason instanceof LeaseLapsed) return { kind: 'lapsed' }
      return STOPPED
    }
    if (isJobOverdue(error)) {
      return { kind: 'error', text: `${definition.name} was ended, and did nothing. ${error.message}` }
    }
    return { kind: 'error', text: `${definition.name} failed unexpectedly.`, bug: error }
  } finally {
    runningCalls.delete(context.execution.callId)
  }
}

export const STOPPED: ToolOutcome & { kind: 'error' } = {
  kind: 'error',
  text: 'Stopped before it took effect.',
  details: { stopped: true },
}

/** What lies somewhere else by now could be reached by whatever a tool does. */
const MOVED =
  'It did not run: what is closed to tools in the workspace was moved or exchanged. No tool runs until it is put back. Health says what it is, and what to do.'

/** Prevents an execution that fell silent from taking effect, as far as the Tool can. */
export async function revoke(
  tools: Registry,
  invocation: Pick<Invocation, 'tool' | 'argumentsText'>,
  context: RevokeContext,
): Promise<void> {
  const definition = tools.find(invocation.tool)
  const args = definition?.revoke && readArguments(definition, invocation.argumentsText)
  if (args?.ok) await definition?.revoke?.(args.value, context)
}

/**
 * Says what a Call with checked arguments would do, without doing it. It only throws that there is no time or no place to
 * compute that: a bug in the Tool becomes an error that carries it.
 */
export async function preview(
  definition: ToolDefinition,
  args: unknown,
  context: PreviewContext,
): Promise<PreviewOutcome> {
  try {
    context.signal.throwIfAborted()
    return await definition.preview(args, context)
  } catch (error) {
    if (stoppedBy(context.signal, error)) {
      return { kind: 'error', message: 'Stopped before the preview was made.' }
    }
    if (isJobError(error)) throw error
    return { kind: 'error', message: `${definition.name} failed unexpectedly.`, bug: error }
  }
}

/** Whether an exception is the signal's abort, as such or wrapped by Node. */
export function stoppedBy(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason)
}

type NamedPaths =
  | { kind: 'paths'; paths: string[]; reach: string[] }
  | { kind: 'error'; message: string; bug: unknown }

/**
 * The workspace paths that arguments name, those that a preview of reading found behind them, and the arguments that a
 * Rule has to name. It never throws: a bug in the Tool becomes an error that carries it.
 */
export function namedPaths(definition: ToolDefinition, args: unknown, preview?: Preview): NamedPaths {
  try {
    const real = definition.readOnly ? (preview?.preconditions ?? []).map(({ path }) => path) : []
    return { kind: 'paths', paths: [...definition.paths(args), ...real], reach: definition.reach(args) }
  } catch (error) {
    return { kind: 'error', message: `${definition.name} failed unexpectedly.`, bug: error }
  }
}
