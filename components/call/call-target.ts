import type { Call } from '@/lib/domain/call/call'
import { diffsOf } from '@/lib/domain/call/call-state'
import { isObject } from '@/lib/text/json/json-value'

/** What a Call is about, in a line: the file, the command, the address; else what its Tool says of it. */
export function targetOf(call: Pick<Call, 'preview' | 'effective' | 'proposed'>): string {
  const { preview, effective, proposed } = call
  const [first, ...others] = diffsOf(preview)
  if (first) return others.length > 0 ? `${first.path} +${others.length}` : first.path
  const { command, request, summary } = preview ?? {}
  if (command) return command.text
  if (request) return `${request.method} ${request.url}`
  const value = (effective ?? proposed).arguments
  const path = isObject(value) ? value.path : undefined
  return typeof path === 'string' ? path : (summary ?? '')
}

/** About as high as a Call is on screen: its lines, of which only so many are unfolded, and what a card has beside them. */
export function cardHeight({ preview }: Pick<Call, 'preview'>): string {
  const texts = [...diffsOf(preview).map(({ unified }) => unified), preview?.command?.text ?? '']
  const lines = texts.reduce((sum, text) => sum + text.split('\n', MOST_LINES + 1).length, 0)
  return `${8 + 1.25 * lines}rem`
}

/** Texts may be megabytes. */
const MOST_LINES = 44
