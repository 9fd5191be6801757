import { parseJsonText } from '@/lib/domain/json-text'
import type { FieldError } from '@/lib/domain/problem'
import type { ToolDefinition } from './define-tool'
import { validate } from './validate'

export type ReadArguments = { ok: true; value: unknown } | { ok: false; errors: FieldError[] }

/** From the text of arguments to a value that fits the Tool's schema. */
export function readArguments(definition: ToolDefinition, text: string): ReadArguments {
  const parsed = parseJsonText(text)
  if (!parsed.ok) return { ok: false, errors: [{ path: parsed.path, message: parsed.message }] }
  const errors = validate(definition, parsed.value)
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: parsed.value }
}

/** The errors as one text, for the model. */
export const errorsText = (tool: string, errors: FieldError[]): string =>
  [
    `Invalid arguments for ${tool}:`,
    ...errors.map(({ path, message }) => `- ${path === '' ? '' : `${path}: `}${message}`),
  ].join('\n')
