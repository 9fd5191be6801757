import type { Call } from '@/lib/domain/call'

/** What a person did by Calls of their own, in words that people and the model read; null where nothing came of it. */
export function actsText(calls: Call[]): string | null {
  const lines = calls.flatMap(call => lineOf(call) ?? [])
  return lines.length > 0 ? lines.join('\n') : null
}

function lineOf(call: Call): string | null {
  if (call.state !== 'settled') return null
  const { kind, text } = call.result
  switch (kind) {
    case 'ok':
      return `Ran ${call.tool}: ${text}`
    case 'error':
      return `Ran ${call.tool}, which failed: ${text}`
    case 'answered':
      return `Ran ${call.tool} (${summaryOf(call)}). It was interrupted; the person says that it was done.`
    case 'unknown':
      return `Ran ${call.tool} (${summaryOf(call)}). It may or may not have happened.`
    case 'denied':
    case 'expired':
    case 'not_run':
      return null
    default:
      return kind satisfies never
  }
}

const summaryOf = (call: Call): string => call.preview?.summary ?? ''

/** It as the model is told. */
export const actsMessage = (text: string): string =>
  `The person did this themselves, beside your calls. Go by how things are now.\n${text}`
