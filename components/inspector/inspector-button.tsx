'use client'

import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { SessionView } from '@/lib/domain/view'

const Inspector = lazy(() => import('./inspector').then(({ Inspector }) => ({ default: Inspector })))

/** Opens the inspector beside the session, and closes it again. */
export function InspectorButton({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.inspector')
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => {
    setIsOpen(false)
    button.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <span ref={button} className="ml-auto">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(now => !now)}>
          {t('name')}
        </Button>
      </span>
      {isOpen && (
        <Suspense>
          <Inspector view={view} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
