'use client'

import { BrokenPage } from '@/components/page/broken-page'

export default function DeskError({ reset }: { error: Error; reset: () => void }) {
  return <BrokenPage again={reset} />
}
