'use client'

import { Prose } from '@/components/text/prose'
import type { LiveDraft } from '@/lib/client/live/draft'
import { shownBlocks } from '@/lib/text/shown-blocks'

/** Text that arrives in blocks: each is rendered once, and nothing above it moves. */
export const ProseInBlocks = ({ text, blocks }: Pick<LiveDraft, 'text' | 'blocks'>) => (
  <div className="flex flex-col gap-3">
    {shownBlocks(text, blocks).map(block => (
      <Prose key={block.begin} isGrowing>
        {block.text.replace(/^\n+|\n+$/g, '')}
      </Prose>
    ))}
  </div>
)
