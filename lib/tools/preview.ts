import type { Invocation } from '@/lib/domain/call'
import type { PreviewContext, Previewed } from './define-tool'
import { oneLine } from './one-line'
import { errorsText, readArguments } from './read-arguments'
import type { Registry } from './registry'
import { stoppedBy } from './stopped-by'

/**
 * Says what an invocation would do, and does nothing. It never throws: a bug in the Tool is an error that
 * carries it.
 */
export async function preview(
  tools: Registry,
  invocation: Pick<Invocation, 'tool' | 'argumentsText'>,
  context: PreviewContext,
): Promise<Previewed> {
  const definition = tools.find(invocation.tool)
  if (!definition) return { kind: 'error', message: `There is no tool named ${oneLine(invocation.tool)}.` }
  const args = readArguments(definition, invocation.argumentsText)
  if (!args.ok) {
    return { kind: 'error', message: errorsText(definition.name, args.errors), errors: args.errors }
  }
  try {
    context.signal.throwIfAborted()
    return await definition.preview(args.value, context)
  } catch (error) {
    if (stoppedBy(context.signal, error)) {
      return { kind: 'error', message: 'Stopped before the preview was made.' }
    }
    return { kind: 'error', message: `${definition.name} failed unexpectedly.`, bug: error }
  }
}
