'use client'

import { Button } from '@/components/ui/button'
import { PlainWords } from '@/components/ui/plain-words'

const TEXT = {
  heading: 'The page cannot be shown',
  what: 'Something broke while it was made. What was said and decided is kept, and nothing was run by this.',
  again: 'Try again',
}

export const BrokenPage = ({ again }: { again: () => void }) => (
  <PlainWords heading={TEXT.heading}>
    <p>{TEXT.what}</p>
    <Button look="main" onClick={again}>
      {TEXT.again}
    </Button>
  </PlainWords>
)
