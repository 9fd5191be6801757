'use client'

import { BrokenPage } from '@/components/page/plain-page'

export default function ShellError({ reset }: { error: Error; reset: () => void }) {
  return <BrokenPage again={reset} />
}
