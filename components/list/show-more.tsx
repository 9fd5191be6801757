'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

/** `more` brings the next ones, where there are any. */
export type More = { more?: (() => void) | null; isLoadingMore?: boolean }

/** The rest of a list, a page at a time. */
export function ShowMore({ more, isLoadingMore = false }: More) {
  const t = useTranslations('list.showMore')
  if (!more) return null
  return (
    <p>
      <Button off={isLoadingMore} onClick={more}>
        {t('more')}
      </Button>
    </p>
  )
}
