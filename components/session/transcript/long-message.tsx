'use client'

import { useCallback } from 'react'
import { Folded } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { PLAIN_PROSE } from '@/components/ui/looks'

/** A message in which somebody sent a whole file, folded: shown whole it is laid out chunk by chunk. */
export function LongMessage({ children }: { children: string }) {
  const show = useCallback(
    (from: number, to: number) => <VisibleText isProse>{children.slice(from, to)}</VisibleText>,
    [children],
  )
  return (
    <div data-prose dir="auto">
      <Folded text={children} look={`${PLAIN_PROSE} font-sans`}>
        {show}
      </Folded>
    </div>
  )
}
