'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ListItem, ListPage, ListSection } from '@/components/list/list-page'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button, buttonClasses } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LINK } from '@/components/ui/further-looks'
import { ALERT } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ActiveSession, Health } from '@/lib/domain/contract/health'
import {
  type Condition,
  type HealthPart,
  type HealthRow,
  healthRows,
  isTrouble,
  type Surroundings,
} from './health-rows'
import { BrokenAt, RecordState } from './record-state'

export function HealthView() {
  const t = useTranslations('health.page')
  const tParts = useTranslations('health.parts')
  const { data, error, refetch } = useRead(KEYS.health, 'GET /api/health', {}, { refetchInterval: POLL_MS })
  // Whoever is signed in is told all of it.
  const health = data as Health | undefined
  const around = useSurroundings()
  const rows = health ? healthRows(health, around) : []
  return (
    <ListPage heading={t('heading')}>
      {!health && !error && <p className="text-quiet">{t('loading')}</p>}
      <ProblemAlert error={error} again={() => void refetch()} />
      {health && (
        <>
          <Problems health={health} rows={rows} />
          <section aria-label={tParts('name')}>
            <dl>
              {rows.map(row => (
                <Part key={row.part + (row.name ?? '')} row={row} />
              ))}
            </dl>
          </section>
          <ActiveSessions sessions={health.sessions} />
          <RecordSection health={health} />
          <p className="text-quiet text-small">
            {t('version', { version: health.version, role: health.role })}
          </p>
        </>
      )}
    </ListPage>
  )
}

/** The server's own words, and else how many components could be better. */
function Problems({ health: { problems, codedText }, rows }: { health: Health; rows: HealthRow[] }) {
  const t = useTranslations('health.page')
  const count = rows.filter(({ condition }) => isTrouble(condition)).length
  if (problems.length === 0) return <p role="status">{count === 0 ? t('well') : t('look', { count })}</p>
  return (
    <ul aria-label={t('problems')} className="flex flex-col gap-2">
      {problems.map((problem, at) => (
        <li key={problem} className={ALERT}>
          <ServerText codedText={codedText?.[at] ?? undefined} english={problem} />
        </li>
      ))}
    </ul>
  )
}

/** What is worked on now, and whether it gets anywhere. */
function ActiveSessions({ sessions }: { sessions: ActiveSession[] }) {
  const t = useTranslations('health.sessions')
  return (
    <ListSection id="sessions" heading={t('heading')}>
      {sessions.length === 0 && <p className="text-quiet">{t('none')}</p>}
      {sessions.length > 0 && (
        <ul aria-labelledby="sessions">
          {sessions.map(({ sessionId, runId, title, state, since }) => (
            <ListItem key={runId}>
              <Link href={`/sessions/${sessionId}`} prefetch={false} className={LINK}>
                <VisibleText isLine>{title}</VisibleText>
              </Link>{' '}
              <span className={state === 'long_running' ? 'text-quiet' : 'font-semibold'}>
                {t('state', { state })} <Clock at={since} />
              </span>
            </ListItem>
          ))}
        </ul>
      )}
    </ListSection>
  )
}

function RecordSection({ health: { record } }: { health: Health }) {
  const t = useTranslations('health.record')
  const verification = useChange(() => fetchApi('GET /api/audit/verify'), { refetches: [KEYS.health] })
  const { mutate, data: verified, error, isPending } = verification
  const rest = record.broken.filter(({ sessionId }) => sessionId !== verified?.broken?.sessionId)
  return (
    <ListSection id="record" heading={t('heading')} spacing="items-start gap-3">
      <div role="status" className="flex flex-col gap-2">
        {isPending && <p>{t('verifying')}</p>}
        {!isPending && verified && <RecordState verified={verified} of="everything" />}
        {!isPending && !verified && <LastTime record={record} />}
      </div>
      {rest.map(broken => (
        <BrokenAt key={broken.sessionId} broken={broken} isNamed={true} />
      ))}
      <ProblemAlert error={error} />
      <p className="flex flex-wrap gap-3">
        <Button off={isPending} onClick={() => mutate()}>
          {t('verify')}
        </Button>
        <a className={buttonClasses({})} href="/api/audit/heads" download>
          {t('heads')}
        </a>
        <a className={buttonClasses({})} href="/api/audit" download>
          {t('download')}
        </a>
      </p>
      {record.headsFile && (
        <p className="text-quiet text-small wrap-anywhere">
          {t('headsFile')} <VisibleText isLine>{record.headsFile.path}</VisibleText>
        </p>
      )}
      <p className="text-quiet text-small">{t('intro')}</p>
    </ListSection>
  )
}

function LastTime({ record: { checkedAt, ok } }: { record: Health['record'] }) {
  const t = useTranslations('health.record')
  if (!checkedAt) return <p>{t('never')}</p>
  return (
    <p>
      {t(ok ? 'whole' : 'notWhole')} <Clock at={checkedAt} />
    </p>
  )
}

const POLL_MS = 3_000

/** What models are asked through, where tools come from and notices go. One that cannot be read is not shown. */
const useSurroundings = (): Surroundings => ({
  providers: useRead(KEYS.providers, 'GET /api/providers').data?.items,
  servers: useRead(KEYS.servers, 'GET /api/mcp-servers').data?.items,
  channels: useRead(KEYS.channels, 'GET /api/channels').data?.items,
})

/** Each has a sign of its own, so that nothing depends on colour. */
const SIGNS: Record<Condition, string> = {
  well: '✓',
  none: '–',
  slow: '~',
  attention: '!',
  unavailable: '✕',
}

/** Where something can be done about it. */
const LINKS: Partial<Record<HealthPart, string>> = {
  models: '/settings#models',
  modelErrors: '/settings#models',
  lanes: '#sessions',
  servers: '/tools',
  serverErrors: '/tools',
  channels: '/settings#channels',
}

const ROW = 'flex flex-wrap gap-x-4 border-hairline border-t py-2 last:border-b'

function Part({ row: { part, name, condition, values, reason } }: { row: HealthRow }) {
  const t = useTranslations('health.parts')
  const isWell = condition === 'well'
  const link = isWell ? undefined : LINKS[part]
  const todo = `todo.${part}.${condition}` as 'todo.database.slow'
  const nowKey = `now.${part}` as 'now.database'
  const showsNow = isWell || condition === 'slow' || part === 'disk' || part === 'record'
  return (
    <div className={ROW}>
      <dt className="basis-35 font-semibold wrap-anywhere">{name ?? t(part as 'database')}</dt>
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
        {showsNow && <VisibleText>{t(nowKey, values as Values)}</VisibleText>}
        {showsNow && t.has(todo) ? ' · ' : ' '}
        {t.has(todo) && <VisibleText>{t(todo, values as Values)}</VisibleText>}{' '}
        {link && (
          <Link href={link} className={`inline-flex items-center touch:min-h-11 ${LINK}`}>
            {t(`link.${part as 'models'}`)}
          </Link>
        )}
      </dd>
    </div>
  )
}

/** Every sentence takes some of them. */
type Values = { version: string; ms: number }
