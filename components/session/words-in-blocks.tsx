'use client'

import { Prose } from '@/components/text/prose'
import type { Draft } from '@/lib/client/draft'
import { shownBlocks } from '@/lib/domain/shown-blocks'

/** Words that come in blocks: each is drawn once, when it comes, and nothing above it moves. */
export const WordsInBlocks = ({ text, blocks }: Pick<Draft, 'text' | 'blocks'>) => (
  <div className="flex flex-col gap-3">
    {shownBlocks(text, blocks).map(block => (
      <Prose key={block.begin} isGrowing>
        {block.text.replace(/^\n+|\n+$/g, '')}
      </Prose>
    ))}
  </div>
)
