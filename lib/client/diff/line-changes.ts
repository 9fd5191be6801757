import { diffWordsWithSpace } from 'diff'
import type { UnifiedLine } from './diff-lines'

/** Removed lines and those that come instead, each by the other. */
export function pairedLines(lines: readonly UnifiedLine[]): Map<UnifiedLine, UnifiedLine> {
  const pairs = new Map<UnifiedLine, UnifiedLine>()
  let removed: UnifiedLine[] = []
  let added = 0
  for (const line of lines) {
    if (line.sign === ' ' || line.sign === '@' || (line.sign === '-' && added > 0)) {
      removed = []
      added = 0
    }
    if (line.sign === '-') removed.push(line)
    if (line.sign === '+') {
      const other = removed[added]
      if (other) pairs.set(line, other).set(other, line)
      added += 1
    }
  }
  return pairs
}

/** A stretch of a line's text. */
type WordRange = { from: number; to: number }

/** Longer lines are not compared, and neither are lines that differ in more than this many words. */
const LONGEST_COMPARED = 1_000
const MOST_EDITS = 120
/** Where less than this is common, to mark words says nothing. */
const LEAST_COMMON = 0.45

type ChangedWords = { before: WordRange[]; after: WordRange[] }

/** What of two lines differs, by words; null where that says no more than that they do. */
export function changedWords(before: string, after: string): ChangedWords | null {
  const longest = Math.max(before.length, after.length)
  if (longest > LONGEST_COMPARED || before === after) return null
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS })
  if (!changes) return null
  const numbers = { before: 0, after: 0 }
  const words: ChangedWords = { before: [], after: [] }
  let common = 0
  for (const { value, added, removed } of changes) {
    if (!added && !removed) common += value.trim().length
    if (removed) words.before.push({ from: numbers.before, to: numbers.before + value.length })
    if (added) words.after.push({ from: numbers.after, to: numbers.after + value.length })
    if (!added) numbers.before += value.length
    if (!removed) numbers.after += value.length
  }
  const onlySpaces = withoutSpaces(before) === withoutSpaces(after)
  const most = Math.max(before.trim().length, after.trim().length)
  if (!onlySpaces && common <= LEAST_COMMON * most) return null
  return { before: joined(words.before, before), after: joined(words.after, after) }
}

/** Words with nothing but space between them are one change. */
function joined(ranges: WordRange[], text: string): WordRange[] {
  const all: WordRange[] = []
  for (const { from, to } of ranges) {
    const last = all.at(-1)
    if (last && text.slice(last.to, from).trim() === '') last.to = to
    else all.push({ from, to })
  }
  return all
}

/** A byte order mark is no space. */
const withoutSpaces = (text: string): string => text.replace(/[^\S\ufeff]/g, '')
