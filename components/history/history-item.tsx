'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { SearchItem } from '@/lib/domain/search'
import { MarkedText } from './marked-text'

/** One thing that was found, and the way to where it stands. */
export function HistoryItem({ item }: { item: SearchItem }) {
  const t = useTranslations('history.kinds')
  const tSaid = useTranslations('history.said')
  return (
    <li className="found">
      <Link href={item.link} prefetch={false} className="found-link">
        <span className="found-head">
          <span>{item.entryKind ? tSaid(item.entryKind) : t(item.kind)}</span>
          {item.tool && (
            <span className="font-mono">
              <VisibleText isLine>{item.tool}</VisibleText>
            </span>
          )}
        </span>
        <span className="found-title">
          <VisibleText isLine>{item.title}</VisibleText>
        </span>
        {item.kind !== 'session' && (
          <span className="found-excerpt">
            <MarkedText text={item.excerpt} highlights={item.highlights} />
          </span>
        )}
      </Link>
      <span className="found-at">
        <Clock at={item.at} />
      </span>
    </li>
  )
}
