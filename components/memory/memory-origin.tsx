'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { Memory } from '@/lib/domain/memory'

/** Who kept it and when, how often it was recalled, and where it was last. */
export function MemoryOrigin({ memory }: { memory: Memory }) {
  const t = useTranslations('memory.origin')
  const { source, createdAt, uses, usedIn } = memory
  return (
    <div className="text-quiet text-small">
      <p>
        {source.kind === 'person' && t('person')}
        {source.kind === 'call' && (source.title === undefined ? t('gone') : t('call'))}{' '}
        {source.sessionId && source.title !== undefined && (
          <SessionLink id={source.sessionId} title={source.title} />
        )}{' '}
        · <Clock at={createdAt} />
      </p>
      <p>
        {t('uses', { count: uses })}
        {usedIn.map(({ sessionId, title, seq, at }) => (
          <span key={`${sessionId} ${seq}`}>
            {' '}
            · <SessionLink id={sessionId} title={title} /> <Clock at={at} />
          </span>
        ))}
      </p>
    </div>
  )
}

const SessionLink = ({ id, title }: { id: string; title: string }) => (
  <Link href={`/sessions/${id}`} prefetch={false} className="underline [overflow-wrap:anywhere]">
    <VisibleText isLine>{title}</VisibleText>
  </Link>
)
