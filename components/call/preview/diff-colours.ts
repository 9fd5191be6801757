import { startTransition, useEffect, useState } from 'react'
import type { LineColours } from '@/lib/client/code/code-request'
import type { UnifiedLine } from '@/lib/client/diff/diff-lines'
import { languageOf } from '@/lib/client/text/language-of'

/** The colours of the lines of a file before and after, by their numbers. */
export type DiffColours = Record<Side, ReadonlyMap<number, LineColours>>

type Side = 'before' | 'after'

type Options = { path: string | undefined; lines: UnifiedLine[] } & Partial<Record<Side, string | undefined>>

/** What the worker would not be asked for: a longer diff is not even put together. */
const LONGEST_COLOURED = 400_000

/** Asks for the colours of a diff once it is on the page; null until they are there, and where there are none. */
export function useDiffColours({ path, lines, before, after }: Options): DiffColours | null {
  const [colours, setColours] = useState<{ of: UnifiedLine[]; colours: DiffColours } | null>(null)
  useEffect(() => {
    const size = (before ?? after ?? '').length + (after ?? before ?? '').length
    if (Math.max(size, lines.at(-1)?.to ?? 0) > LONGEST_COLOURED) return
    let isGone = false
    const sides = [sideOf(lines, 'before', before), sideOf(lines, 'after', after)]
    const language = path === undefined ? null : languageOf(path, sides[1]?.text || sides[0]?.text || '')
    const ask = async (language: string): Promise<void> => {
      const { requestColours } = await import('@/lib/client/code/code-request')
      const answer = await requestColours({ language, texts: sides.map(({ text }) => text) })
      if (isGone || !answer) return
      const [was, is] = sides.map(({ numbers }, at) => byNumber(answer[at] ?? [], numbers))
      if (was && is) startTransition(() => setColours({ of: lines, colours: { before: was, after: is } }))
    }
    // Where it does not load, what is shown stays without colours.
    if (language) ask(language).catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [path, lines, before, after])
  return colours?.of === lines ? colours.colours : null
}

/** A side as one text, and the numbers of its lines; the whole file where that is known, so that a comment that begins above is one. */
function sideOf(
  lines: UnifiedLine[],
  side: Side,
  file: string | undefined,
): { text: string; numbers: number[] | null } {
  if (file !== undefined) return { text: file, numbers: null }
  const own = lines.filter(line => line[side] !== undefined && /[-+ ]/.test(line.sign))
  return { text: own.map(({ text }) => text).join('\n'), numbers: own.map(line => line[side] ?? 0) }
}

const byNumber = (colours: LineColours[], numbers: number[] | null): Map<number, LineColours> =>
  new Map(colours.map((line, at) => [numbers?.[at] ?? at + 1, line]))
