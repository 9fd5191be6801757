'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { LINK } from '@/components/ui/further-looks'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Session } from '@/lib/domain/session/session'

type Props = { parent: NonNullable<Session['parent']> }

/** Where a session branched off from another one, as long as that is there. */
export function ForkOrigin({ parent: { sessionId, seq } }: Props) {
  const t = useTranslations('session.forkOrigin')
  const { data: title, error } = useQuery({
    queryKey: KEYS.parentTitle(sessionId),
    queryFn: async ({ signal }) =>
      (await fetchApi('GET /api/sessions/{id}', { params: { id: sessionId }, signal })).session.title,
  })
  if (isProblem(error, 'not_found')) return <span>{t('gone')}</span>
  return (
    <span className="wrap-anywhere">
      {t.rich('from', {
        link: () => (
          <Link href={`/sessions/${sessionId}#seq-${seq}`} prefetch={false} className={LINK}>
            {title === undefined ? t('another') : <VisibleText isLine>{title}</VisibleText>}
          </Link>
        ),
      })}
    </span>
  )
}
