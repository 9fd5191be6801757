import Link from 'next/link'
import { useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { useSessionRules } from '@/lib/client/queries/use-session-rules'
import type { RuleItem } from '@/lib/domain/policy/rule'

type Props = { sessionId: string; opener: HTMLElement | null | undefined; onClose: () => void }

/** The rules that let calls pass in a session, each to be revoked. */
export function SessionRules({ sessionId, opener, onClose }: Props) {
  const t = useTranslations('session.rules')
  const { rules, error } = useSessionRules(sessionId)
  // The menu that led here has gone.
  useEffect(() => () => opener?.focus(), [opener])
  return (
    <SheetDialog label={t('heading')} variant="form" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <header>
          <h2 className="font-semibold text-title">{t('heading')}</h2>
          <p className="text-quiet">{t(rules.length > 0 ? 'intro' : 'none')}</p>
        </header>
        <ProblemAlert error={error} />
        <ul className="flex flex-col border-hairline not-empty:border-t">
          {rules.map(rule => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
        <footer className="flex flex-wrap items-center justify-between gap-2">
          <Link href="/policy" prefetch={false} className="underline decoration-field underline-offset-3">
            {t('all')}
          </Link>
          <Button onClick={onClose}>{t('close')}</Button>
        </footer>
      </div>
    </SheetDialog>
  )
}

function RuleLine({ rule }: { rule: RuleItem }) {
  const t = useTranslations('session.rules')
  const id = useId()
  const { role } = useMe()
  const { mutate, isPending, error } = useChange(
    () => fetchApi('DELETE /api/rules/{id}', { params: { id: rule.id } }).catch(nullIfGone),
    { refetches: [KEYS.allRules] },
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-hairline border-b py-2">
      <div className="min-w-0 grow basis-0 wrap-anywhere">
        <p id={id}>
          <ServerText codedText={rule.codedText} english={rule.text} />
        </p>
        <p className="text-quiet text-small">
          {t(rule.scope)}
          {rule.expiresAt && t.rich('until', { at: () => <Clock at={rule.expiresAt ?? ''} /> })}
        </p>
      </div>
      {role === 'owner' && (
        <Button shape="small" aria-describedby={id} off={isPending} onClick={() => mutate()}>
          {t('revoke')}
        </Button>
      )}
      <ProblemAlert error={error} />
    </li>
  )
}
