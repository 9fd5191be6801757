import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { LINK } from '@/components/ui/further-looks'
import { type Condition, type HealthPart, type HealthRow, isTrouble } from './health-rows'

/** Each has a sign of its own, so that nothing depends on colour. */
const SIGNS: Record<Condition, string> = {
  well: '✓',
  none: '–',
  slow: '~',
  attention: '!',
  unavailable: '✕',
}

/** Where something can be done about it. */
const LINKS: Partial<Record<HealthPart, { href: string; name: 'models' | 'servers' | 'channels' }>> = {
  models: { href: '/settings#models', name: 'models' },
  servers: { href: '/tools', name: 'servers' },
  channels: { href: '/settings#channels', name: 'channels' },
}

/** What the installation consists of, a row each, those first that need something. */
export function HealthParts({ rows }: { rows: HealthRow[] }) {
  const t = useTranslations('health.parts')
  return (
    <section aria-label={t('name')}>
      <dl>
        {rows.map(row => (
          <Part key={row.part} row={row} />
        ))}
      </dl>
    </section>
  )
}

const ROW = 'flex flex-wrap gap-x-4 border-hairline border-t py-2 last:border-b'

function Part({ row: { part, condition, values, reason } }: { row: HealthRow }) {
  const t = useTranslations('health.parts')
  const isWell = condition === 'well'
  const link = isWell ? undefined : LINKS[part]
  const todo = `todo.${part}.${condition}` as 'todo.database.slow'
  const says = `now.${part}` as 'now.database'
  const isTold = isWell || condition === 'slow' || part === 'disk' || part === 'record'
  return (
    <div className={ROW}>
      <dt className="basis-35 font-semibold">{t(part)}</dt>
      <dd className={`basis-35 ${isTrouble(condition) ? 'font-semibold' : 'text-quiet'}`}>
        <span aria-hidden="true" className="mr-2 font-mono">
          {SIGNS[condition]}
        </span>
        {t(`condition.${condition}`)}
      </dd>
      <dd className="min-w-0 grow basis-60 wrap-anywhere text-quiet">
        {reason !== undefined && (
          <>
            <ServerText {...reason} />{' '}
          </>
        )}
        {isTold && <VisibleText>{t(says, values as Values)}</VisibleText>}
        {isTold && t.has(todo) ? ' · ' : ' '}
        {t.has(todo) && <VisibleText>{t(todo, values as Values)}</VisibleText>}{' '}
        {link && (
          <Link href={link.href} className={`inline-flex items-center touch:min-h-11 ${LINK}`}>
            {t(`link.${link.name}`)}
          </Link>
        )}
      </dd>
    </div>
  )
}

/** Every sentence takes some of them. */
type Values = { version: string; ms: number }
