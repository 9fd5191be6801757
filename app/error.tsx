'use client'

import { BrokenPage } from '@/components/page/plain-page'

export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main>
      <BrokenPage reset={reset} />
    </main>
  )
}
