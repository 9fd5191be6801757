import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { ALERT, COLUMN } from '@/components/ui/looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { BrokenRecord, Verify } from '@/lib/domain/contract/record-operations'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'

/** How far a record was verified, and when; or where it is broken first. */
export function RecordState({ verified, of }: { verified: Verify; of: 'session' | 'everything' }) {
  const t = useTranslations('health.recordState')
  const { broken, checked, sessions, head, checkedAt } = verified
  if (broken) return <BrokenAt broken={broken} isNamed={of === 'everything'} />
  return (
    <p>
      {of === 'session' ? t('session', { seq: head.seq }) : t('everything', { checked, sessions })}{' '}
      <span className="text-quiet text-small">
        <Clock at={checkedAt} />
      </span>
    </p>
  )
}

export function BrokenAt({ broken, isNamed }: { broken: BrokenRecord; isNamed: boolean }) {
  const t = useTranslations('health.recordState')
  const { sessionId, seq, reason, codedText } = broken
  return (
    <p className={ALERT}>
      {isNamed && sessionId !== 'installation' && (
        <>
          <Link href={`/sessions/${sessionId}`} prefetch={false} className="underline">
            {t('link')}
          </Link>
          {': '}
        </>
      )}
      {t(isNamed && sessionId === 'installation' ? 'brokenInstallation' : 'broken', { seq })}{' '}
      <ServerText codedText={codedText} english={reason} />
    </p>
  )
}

export function SessionRecord({ sessionId }: { sessionId: string }) {
  const t = useTranslations('health.sessionRecord')
  const { data, error, isFetching, refetch } = useRead(KEYS.record(sessionId), 'GET /api/audit/verify', {
    query: { sessionId },
  })
  return (
    <section aria-label={t('name')} aria-busy={isFetching} className="flex flex-col items-start gap-2 pb-3">
      {data && <RecordState verified={data} of="session" />}
      <ProblemAlert error={error} />
      <Button variant="quiet" off={isFetching} onClick={() => void refetch()}>
        {t(isFetching ? 'verifying' : 'again')}
      </Button>
    </section>
  )
}

type BrokenProps = { session: Session; record: NonNullable<SessionView['record']> }

/** Stands above everything else in a session whose record is broken. */
export function BrokenSession({ record, session }: BrokenProps) {
  const t = useTranslations('health.brokenSession')
  return (
    <div role="alert" className={`${COLUMN} py-2`}>
      <BrokenAt broken={{ sessionId: session.id, ...record }} isNamed={false} />
      {record.stops && <p className="pt-1 text-quiet text-small">{t('stops')}</p>}
    </div>
  )
}
