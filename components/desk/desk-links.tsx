'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { NeedsYou } from '@/components/ui/needs-you'
import { useWaitingCount } from '@/lib/client/waiting-query'

const PLACES = ['inbox', 'history', 'memory', 'skills'] as const

/** The ways to the other pages; how many calls wait is no part of a link's name. */
export function DeskLinks() {
  const t = useTranslations('desk.deskLinks')
  const path = usePathname()
  const waiting = useWaitingCount()
  return (
    <nav aria-label={t('nav')} className="desk-links">
      {PLACES.map(place => (
        <p key={place} className="desk-link">
          <Link href={`/${place}`} prefetch={false} aria-current={path === `/${place}` ? 'page' : undefined}>
            {t(place)}
          </Link>
          {place === 'inbox' && waiting > 0 && (
            <span className="desk-count">
              <NeedsYou />
              {t('waiting', { count: waiting })}
            </span>
          )}
        </p>
      ))}
    </nav>
  )
}
