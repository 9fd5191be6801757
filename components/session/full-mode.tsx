import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useSecondsTo } from '@/lib/client/page/use-seconds-to'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { Session } from '@/lib/domain/session/session'

/** How long mode `full` lasts, and a way out of it. */
export function FullMode({ session }: { session: Session }) {
  const t = useTranslations('session.fullMode')
  const mode = session.modeBefore ?? 'ask'
  const { mutate, isPending, error } = useChange(
    () => fetchApi('PATCH /api/sessions/{id}', { params: { id: session.id }, body: { mode } }),
    { refetches: [KEYS.session(session.id)] },
  )
  return (
    <section
      aria-label={t('name')}
      className="flex flex-none flex-wrap items-center gap-x-3 border-hairline border-b bg-hover px-5 py-1.5"
    >
      <p className="min-w-0 grow basis-0">
        <Countdown end={session.modeExpiresAt} />{' '}
        <span className="text-quiet text-small">{t('then', { mode })}</span>
      </p>
      <Button shape="small" off={isPending} onClick={() => mutate()}>
        {t('end')}
      </Button>
      <ProblemAlert error={error} />
    </section>
  )
}

/** Apart, since it is rendered each second. The server renders another second. */
function Countdown({ end }: { end: string | undefined }) {
  const t = useTranslations('session.fullMode')
  const seconds = useSecondsTo(end)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first = 0, ...rest] = seconds < 3600 ? parts.slice(1) : parts
  const time = [first, ...rest.map(part => String(part).padStart(2, '0'))].join(':')
  return (
    <span role="timer" suppressHydrationWarning className="font-semibold text-near tabular-nums">
      {t('left', { time })}
    </span>
  )
}
