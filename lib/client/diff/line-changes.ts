import { diffWordsWithSpace } from 'diff'
import type { UnifiedLine } from './diff-lines'

/** Lines that are removed, and the lines that come instead. */
export type ChangedBlock = { removed: UnifiedLine[]; added: UnifiedLine[] }

/** The changes of a diff, each by the last of its lines. */
export function changedBlocks(lines: readonly UnifiedLine[]): Map<UnifiedLine, ChangedBlock> {
  const blocks = new Map<UnifiedLine, ChangedBlock>()
  let block: ChangedBlock = { removed: [], added: [] }
  const close = (): void => {
    const last = block.added.at(-1) ?? block.removed.at(-1)
    if (last) blocks.set(last, block)
    block = { removed: [], added: [] }
  }
  for (const line of lines) {
    const isNext = line.sign === '-' && block.added.length > 0
    if (isNext || line.sign === ' ' || line.sign === '@') close()
    if (line.sign === '-') block.removed.push(line)
    if (line.sign === '+') block.added.push(line)
  }
  close()
  return blocks
}

/** The line that each changed line stands against, both ways. */
export function pairedLines(blocks: Iterable<ChangedBlock>): Map<UnifiedLine, UnifiedLine> {
  const pairs = new Map<UnifiedLine, UnifiedLine>()
  for (const { removed, added } of blocks) {
    for (const [at, line] of removed.entries()) {
      const other = added[at]
      if (other) pairs.set(line, other).set(other, line)
    }
  }
  return pairs
}

/** A stretch of a line's text. */
export type WordRange = { from: number; to: number }

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
  const codedText: ChangedWords = { before: [], after: [] }
  let common = 0
  for (const { value, added, removed } of changes) {
    if (!added && !removed) common += value.trim().length
    if (removed) codedText.before.push({ from: numbers.before, to: numbers.before + value.length })
    if (added) codedText.after.push({ from: numbers.after, to: numbers.after + value.length })
    if (!added) numbers.before += value.length
    if (!removed) numbers.after += value.length
  }
  const onlySpaces = withoutSpaces(before) === withoutSpaces(after)
  const most = Math.max(before.trim().length, after.trim().length)
  if (!onlySpaces && common <= LEAST_COMMON * most) return null
  return { before: merged(codedText.before, before), after: merged(codedText.after, after) }
}

const comparisons = new WeakMap<UnifiedLine, ChangedWords | null>()

/** The same of a removed line and the one that it stands against: each of the two asks, and may ask again. */
export function comparedWords(removed: UnifiedLine, added: UnifiedLine): ChangedWords | null {
  const cached = comparisons.get(removed)
  if (cached !== undefined) return cached
  const codedText = changedWords(removed.text, added.text)
  comparisons.set(removed, codedText)
  return codedText
}

/** Words with nothing but space between them are one change; and no character is parted. */
function merged(ranges: WordRange[], text: string): WordRange[] {
  const all: WordRange[] = []
  for (const range of ranges) {
    const { from, to } = { from: wholeFrom(text, range.from), to: wholeTo(text, range.to) }
    const last = all.at(-1)
    if (last && text.slice(last.to, from).trim() === '') last.to = to
    else all.push({ from, to })
  }
  return all
}

const isTrail = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at))
const isLead = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at))
const isParted = (text: string, at: number): boolean => isTrail(text, at) && isLead(text, at - 1)
const wholeFrom = (text: string, at: number): number => (isParted(text, at) ? at - 1 : at)
const wholeTo = (text: string, at: number): number => (isParted(text, at) ? at + 1 : at)

/** A mark of the order of bytes is no space. */
const withoutSpaces = (text: string): string => text.replace(/[^\S\ufeff]/g, '')

/** What somebody would overlook in a change, since it cannot be seen. */
export type SpaceChange =
  | { kind: 'toCrlf' | 'toLf' | 'trailing' | 'toSpaces' | 'toTabs' | 'indentation' | 'spaces' }
  | { kind: 'added'; count: number }

/** Where nothing but space differs, in what; else how many new lines end with spaces. */
export function spaceChange({ removed, added }: ChangedBlock): SpaceChange | null {
  const isSame = removed.length === added.length && removed.every(({ text }, at) => isOnlySpace(text, at))
  function isOnlySpace(text: string, at: number): boolean {
    const other = added[at]?.text ?? ''
    return text !== other && withoutSpaces(text) === withoutSpaces(other)
  }
  const count = added.filter(({ text }) => /[ \t]\r?$/.test(text)).length
  if (!isSame) return count > 0 ? { kind: 'added', count } : null
  const before = removed.map(({ text }) => text)
  const after = added.map(({ text }) => text)
  return { kind: spaceKind(before, after) }
}

type SpaceKind = Exclude<SpaceChange['kind'], 'added'>

function spaceKind(before: string[], after: string[]): SpaceKind {
  const isAll = (strip: RegExp): boolean =>
    before.every((text, at) => text.replace(strip, '') === after[at]?.replace(strip, ''))
  const isAny = (texts: string[], pattern: RegExp): boolean => texts.some(text => pattern.test(text))
  if (isAll(/\r$/)) return isAny(after, /\r$/) ? 'toCrlf' : 'toLf'
  if (isAll(/\s+$/)) return 'trailing'
  if (!isAll(/^\s+/)) return 'spaces'
  const [had, has] = [isAny(before, /^ *\t/), isAny(after, /^ *\t/)]
  if (had === has) return 'indentation'
  return has ? 'toTabs' : 'toSpaces'
}
