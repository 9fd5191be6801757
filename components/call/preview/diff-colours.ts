import { useMemo } from 'react'
import { useColours } from '@/components/text/use-colours'
import type { LineColours } from '@/lib/client/code/code-request'
import type { UnifiedLine } from '@/lib/client/diff/diff-lines'
import { languageOf } from '@/lib/client/text/language-of'

type Side = 'before' | 'after'

/** The colours of the lines of a file before and after, by their numbers. */
export type DiffColours = Record<Side, ReadonlyMap<number, LineColours>>

type Options = { path: string | undefined; lines: UnifiedLine[] } & Partial<Record<Side, string | undefined>>

/** What the worker would not be asked for: a longer diff is not even put together. */
const LONGEST_COLOURED = 400_000

const NOTHING: string[] = []

/** The colours of a diff; null until they are known, and where there are none. */
export function useDiffColours({ path, lines, before, after }: Options): DiffColours | null {
  const texts = useMemo(() => {
    const size = (before ?? after ?? '').length + (after ?? before ?? '').length
    if (path === undefined || Math.max(size, lines.at(-1)?.to ?? 0) > LONGEST_COLOURED) return NOTHING
    // Where the whole file is known, a comment that begins above is one.
    const ownText = (side: Side): string =>
      linesOf(lines, side)
        .map(line => line.text)
        .join('\n')
    return [before ?? ownText('before'), after ?? ownText('after')]
  }, [path, lines, before, after])
  const [oldText, newText] = texts
  const colours = useColours(texts, oldText === undefined ? null : languageOf(path ?? '', newText || oldText))
  return useMemo(() => {
    const byNumber = (side: Side, file: string | undefined, all: LineColours[] = []) => {
      const own = file === undefined ? linesOf(lines, side) : null
      return new Map(all.map((line, at) => [own ? (own[at]?.[side] ?? 0) : at + 1, line]))
    }
    return (
      colours && {
        before: byNumber('before', before, colours[0]),
        after: byNumber('after', after, colours[1]),
      }
    )
  }, [colours, lines, before, after])
}

const linesOf = (lines: UnifiedLine[], side: Side): UnifiedLine[] =>
  lines.filter(line => line[side] !== undefined && /[-+ ]/.test(line.sign))
