'use client'

import { startTransition, useCallback, useEffect, useState } from 'react'
import type { LineColours } from '@/lib/client/code/code-request'
import type { Ink } from '@/lib/client/diff/inked-pieces'
import { Folded } from './code-text'
import { CODE_INKS, colourInks, InkedText } from './inked-text'

type Props = { language: string; children: string }

/** Code to the character, in colours once they are there. */
export function ColouredCode({ language, children }: Props) {
  const lines = useColours(children, language)
  const show = useCallback(
    (from: number, to: number) => (
      <InkedText inks={inksBetween(children, lines, { from, to })}>{children.slice(from, to)}</InkedText>
    ),
    [children, lines],
  )
  return (
    <div style={CODE_INKS}>
      <Folded text={children}>{show}</Folded>
    </div>
  )
}

function useColours(text: string, language: string): LineColours[] {
  const [colours, setColours] = useState<{ of: string; lines: LineColours[] }>()
  useEffect(() => {
    let isGone = false
    const ask = async (): Promise<void> => {
      const { requestColours } = await import('@/lib/client/code/code-request')
      const [lines] = (await requestColours({ language, texts: [text] })) ?? []
      if (lines && !isGone) startTransition(() => setColours({ of: text, lines }))
    }
    // Where it does not load, the text stays without colours.
    ask().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [text, language])
  return colours?.of === text ? colours.lines : NONE
}

const NONE: LineColours[] = []

/** The colours of a part of a text, which may begin within a line. */
function inksBetween(text: string, lines: LineColours[], part: { from: number; to: number }): Ink[] {
  const inks: Ink[] = []
  let start = 0
  for (const [at, line] of (lines.length === 0 ? [] : text.split('\n')).entries()) {
    const end = start + line.length
    if (end > part.from && start < part.to) {
      const shift = start - part.from
      for (const { from, to, look } of colourInks(lines[at]))
        inks.push({ from: Math.max(0, from + shift), to: Math.max(0, to + shift), look })
    }
    start = end + 1
  }
  return inks
}
