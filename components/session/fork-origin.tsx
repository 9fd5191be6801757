import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { LINK } from '@/components/ui/further-looks'
import { isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { Session } from '@/lib/domain/session/session'

type Props = { id: string; parent: NonNullable<Session['parent']> }

/** Where a session branched off from another one, as long as that is there, or what it was imported from. */
export function ForkOrigin({ id, parent: { sessionId, seq, imported } }: Props) {
  const t = useTranslations('session.forkOrigin')
  const params = { id: sessionId }
  const { data, error } = useRead(
    KEYS.parentView(sessionId),
    'GET /api/sessions/{id}',
    { params },
    { enabled: !imported },
  )
  if (imported) return <span title={imported.publicKey}>{t('imported', { id: sessionId.slice(-12) })}</span>
  const title = data?.session.title
  if (isProblem(error, 'not_found')) return <span>{t('gone')}</span>
  return (
    <span className="wrap-anywhere">
      {t.rich('from', {
        link: () => (
          <Link href={`/sessions/${sessionId}#seq-${seq}`} prefetch={false} className={LINK}>
            {title === undefined ? t('another') : <VisibleText isLine>{title}</VisibleText>}
          </Link>
        ),
      })}{' '}
      ·{' '}
      <Link href={`/sessions/${id}/compare`} prefetch={false} className={LINK}>
        {t('compare')}
      </Link>
    </span>
  )
}
