import type { Invocation } from '@/lib/domain/call'
import type { PerformContext, Performed } from './define-tool'
import { oneLine } from './one-line'
import { errorsText, readArguments } from './read-arguments'
import type { Registry } from './registry'
import { stoppedBy } from './stopped-by'

/**
 * Runs an invocation. It never throws: a bug in the Tool is an error that carries it, and whether the effect
 * happened is then unknown; an abort before the effect is an error with `details.stopped`.
 */
export async function perform(
  tools: Registry,
  invocation: Pick<Invocation, 'tool' | 'argumentsText'>,
  context: PerformContext,
): Promise<Performed> {
  const definition = tools.find(invocation.tool)
  if (!definition) return { kind: 'error', text: `There is no tool named ${oneLine(invocation.tool)}.` }
  const args = readArguments(definition, invocation.argumentsText)
  if (!args.ok) return { kind: 'error', text: errorsText(definition.name, args.errors) }
  try {
    if (!definition.looksFirst) await context.stored
    context.signal.throwIfAborted()
    return await definition.perform(args.value, context)
  } catch (error) {
    if (stoppedBy(context.signal, error)) {
      return { kind: 'error', text: 'Stopped before it took effect.', details: { stopped: true } }
    }
    return { kind: 'error', text: `${definition.name} failed unexpectedly.`, bug: error }
  }
}
