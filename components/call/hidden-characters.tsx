'use client'

import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { visiblePieces } from '@/lib/domain/hidden-characters'

/** What of a text a field does not let see. */
export function HiddenCharacters({ text }: { text: string }) {
  const t = useTranslations('call.argumentsField')
  const looked = useDeferredValue(text)
  const hidden = useMemo(
    () => [...new Set(visiblePieces(looked).flatMap(piece => (piece.hidden ? [piece.text] : [])))],
    [looked],
  )
  if (hidden.length === 0) return null
  return (
    <p className="text-small">
      {t('hidden')} <span className="font-mono">{hidden.slice(0, 50).join(' ')}</span>
    </p>
  )
}
