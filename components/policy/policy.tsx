'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListPage, PhoneSheet } from '@/components/list/list-page'
import { useMe } from '@/components/shell/me'
import { Button } from '@/components/ui/button'
import { Choice, Select } from '@/components/ui/choice'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { useList } from '@/lib/client/queries/use-list'
import type { Verdict } from '@/lib/domain/policy/rule'
import { RuleForm } from './rule-form'
import { hasEnded, RuleRow } from './rule-row'
import { TryCall } from './try-call'

const EFFECTS = ['allow', 'ask', 'deny'] as const satisfies Verdict[]

/** The rules of all sessions: made, changed and taken back, and tried on a call. */
export function PolicyView() {
  const t = useTranslations('policy.page')
  const isOwner = useMe().role === 'owner'
  const [effect, setEffect] = useState<Verdict>()
  const [isInForceOnly, setIsInForceOnly] = useState(false)
  const [panel, setPanel] = useState<'add' | 'try' | null>(null)
  const { data, isPending } = useRead(KEYS.tools, 'GET /api/tools')
  const tools = data?.items ?? []
  const { items, ...list } = useList(KEYS.rules(effect ?? ''), {
    read: (cursor, signal) => fetchApi('GET /api/rules', { query: { effect, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
  const rules = items?.filter(rule => !isInForceOnly || (rule.enabled && !hasEnded(rule)))
  const panelButton = (each: 'add' | 'try') => (
    <Button
      off={isPending}
      aria-expanded={panel === each}
      onClick={() => setPanel(panel === each ? null : each)}
    >
      {t(each)}
    </Button>
  )
  return (
    <ListPage heading={t('heading')} action={isOwner && panelButton('add')}>
      <p className="text-quiet text-small">{t('intro')}</p>
      <Announcement />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
        <p className="grow">{panelButton('try')}</p>
        <PhoneSheet
          className="phone:items-center phone:gap-4"
          count={Number(!!effect) + Number(isInForceOnly)}
        >
          <Select
            aria-label={t('effect')}
            value={effect ?? ''}
            options={(['', ...EFFECTS] as const).map(each => [each, t(each || 'anyEffect')] as const)}
            onValue={each => setEffect(each || undefined)}
          />
          <Choice isInline checked={isInForceOnly} onValue={setIsInForceOnly}>
            {t('inForce')}
          </Choice>
        </PhoneSheet>
      </div>
      {panel === 'add' && <RuleForm tools={tools} onClose={() => setPanel(null)} />}
      {panel === 'try' && <TryCall tools={tools} />}
      <ItemList
        list={{ ...list, items: rules }}
        label={t('list')}
        none={t(items?.length === 0 && effect === undefined ? 'nothing' : 'none')}
      >
        {rule => <RuleRow key={rule.id} rule={rule} tools={tools} />}
      </ItemList>
    </ListPage>
  )
}
