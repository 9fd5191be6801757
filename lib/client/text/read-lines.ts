import type { SettledCall } from '@/lib/domain/call/call'
import { endOfLines } from './long-text'

/** What a Call read of a text file: the lines, the number of the first, and what was remarked below them. */
export type ReadLines = { path: string; text: string; first: number; remark: string }

/** Null where the lines of a result cannot be told from what else it says, as where a secret of several lines was masked in it. */
export function readLinesOf({ source, effective, result }: SettledCall): ReadLines | null {
  if (source !== 'builtin' || effective?.tool !== 'read_file') return null
  const { path, from, to, lines } = result.details ?? {}
  if (result.kind !== 'ok' || result.truncated || typeof path !== 'string') return null
  if (typeof from !== 'number' || typeof to !== 'number' || typeof lines !== 'number') return null
  const count = to - from + 1
  const hasAll = count === 0 || endOfLines(result.text, count - 1) < result.text.length
  if (!hasAll) return null
  const end = endOfLines(result.text, count)
  const remark = result.text.slice(end)
  const isPart = from > 1 || to < lines
  if (remark === '' ? isPart : !/^\n?\[[^\n]*\]$/.test(remark)) return null
  return { path, text: result.text.slice(0, end), first: from, remark: remark.trim() }
}
