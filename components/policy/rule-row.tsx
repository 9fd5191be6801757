import Link from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ListItem } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { LINK } from '@/components/ui/further-looks'
import { fetchApi, nullIfGone, serverNow } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { ToolItem } from '@/lib/domain/call/tool'
import type { RuleItem } from '@/lib/domain/policy/rule'
import { RuleForm } from './rule-form'
import { EffectSign } from './try-call'

/** A rule with what it did, and what can be done with it. */
export function RuleRow({ rule, tools }: { rule: RuleItem; tools: ToolItem[] }) {
  const t = useTranslations('policy.rule')
  const isOwner = useMe().role === 'owner'
  const [open, setOpen] = useState<'edit' | 'delete' | 'end' | null>(null)
  const { id, number, effect, enabled, session, reads } = rule
  const turn = useChange(
    () => fetchApi('PATCH /api/rules/{id}', { params: { id }, body: { enabled: !enabled } }),
    { refetches: [KEYS.allRules], announces: () => t(enabled ? 'turnedOff' : 'turnedOn') },
  )
  const close = (): void => setOpen(null)
  const article = useRef<HTMLElement>(null)
  // The rules arrive after the browser has looked for the one that the address names.
  useEffect(() => {
    if (location.hash === `#rule-${id}`) article.current?.focus()
  }, [id])
  if (open === 'edit')
    return (
      <ListItem>
        <RuleForm rule={rule} tools={tools} onClose={close} />
      </ListItem>
    )
  return (
    <ListItem>
      <article ref={article} id={`rule-${id}`} tabIndex={-1} aria-label={t('name', { number })}>
        <p className={`flex items-baseline gap-2.5 ${enabled && !hasEnded(rule) ? '' : '*:text-quiet'}`}>
          <EffectSign effect={effect} />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <ServerText isLine codedText={rule.codedText} english={rule.text} />
          </span>
          <span className="text-quiet text-small">{t('name', { number })}</span>
        </p>
        <div className="flex flex-col gap-1 pl-6">
          <RuleFacts rule={rule} />
          <ProblemAlert error={turn.error} />
          {isOwner && (
            <Verbs
              verbs={[
                [t(enabled ? 'turnOff' : 'turnOn'), () => turn.mutate()],
                !reads && tools.length > 0 && [t('edit'), () => setOpen('edit')],
                [t('delete'), () => setOpen('delete')],
                session !== undefined && [t('endAll'), () => setOpen('end')],
              ]}
            />
          )}
        </div>
        {open && (
          <RemoveDialog
            question={open === 'end' ? t('askAll', { title: session?.title ?? '' }) : t('ask', { number })}
            outcome={t(open === 'end' ? 'outcomeAll' : 'outcome')}
            verb={t(open === 'end' ? 'endThem' : 'deleteIt')}
            remove={() => (open === 'end' ? removeAllOf(rule.sessionId) : remove(id))}
            refetches={[KEYS.allRules]}
            onRemoved={() => announce(t('deleted'))}
            onClose={close}
          />
        )}
      </article>
    </ListItem>
  )
}

const remove = (id: string) => fetchApi('DELETE /api/rules/{id}', { params: { id } })

/** Also those that are not shown. Rules that hold in all sessions stay. */
async function removeAllOf(sessionId: string | undefined): Promise<void> {
  const { items } = await fetchApi('GET /api/rules', { query: { sessionId, limit: 200 } })
  for (const rule of items) if (rule.sessionId === sessionId) await remove(rule.id).catch(nullIfGone)
}

export const hasEnded = ({ expiresAt }: RuleItem): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= serverNow()

const UNUSED_MS = 30 * 24 * 3_600_000

const MARK = 'font-semibold text-ink'

function RuleFacts({ rule }: { rule: RuleItem }) {
  const t = useTranslations('policy.rule')
  const { enabled, note, session, expiresAt, uses, createdAt, origin } = rule
  const { lastUsedAt = createdAt ?? '' } = rule
  const isUnused = enabled && !hasEnded(rule) && serverNow() - Date.parse(lastUsedAt) > UNUSED_MS
  const link = (href: string, name: ReactNode) => (
    <Link href={href} prefetch={false} className={`wrap-anywhere ${LINK}`}>
      {name}
    </Link>
  )
  return (
    <ul className="flex flex-wrap gap-x-4 text-quiet text-small">
      {note && (
        <li className="w-full text-ink wrap-anywhere">
          <VisibleText isLine>{note}</VisibleText>
        </li>
      )}
      {!enabled && <li className={MARK}>{t('off')}</li>}
      {isUnused && <li className={MARK}>{t('unused')}</li>}
      <li>
        {session
          ? link(`/sessions/${session.id}`, <VisibleText isLine>{session.title}</VisibleText>)
          : t('always')}
      </li>
      {expiresAt !== undefined && (
        <li className={hasEnded(rule) ? MARK : undefined}>
          {t.rich(hasEnded(rule) ? 'ended' : 'until', { at: () => <Clock at={expiresAt} /> })}
        </li>
      )}
      <li>{uses === 0 ? t('never') : t.rich('used', { uses, at: () => <Clock at={lastUsedAt} /> })}</li>
      {origin?.link && <li>{link(origin.link, t('origin'))}</li>}
    </ul>
  )
}
