import type { Call } from '@/lib/domain/call/call'
import { diffsOf } from '@/lib/domain/call/call-state'

const FILE_NAMES = /^--- [^\n]*\n\+\+\+ [^\n]*\n/

/** A unified diff without the two lines that name the file. */
export const diffBody = (unified: string): string => unified.replace(FILE_NAMES, '')

type LineCounts = { added: number; removed: number }

/** How many lines the files of a Call gain and lose; null where there are none, or not all of them are shown. */
export function lineCountsOf({ preview }: Pick<Call, 'preview'>): LineCounts | null {
  const diffs = diffsOf(preview)
  if (diffs.length === 0 || diffs.some(({ truncated }) => truncated)) return null
  const body = diffs.map(({ unified }) => diffBody(unified)).join('\n')
  return { added: linesWith(/^\+/gm, body), removed: linesWith(/^-/gm, body) }
}

const linesWith = (sign: RegExp, body: string): number => body.match(sign)?.length ?? 0
