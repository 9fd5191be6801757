'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListPage } from '@/components/list/list-page'
import { useMe } from '@/components/shell/me'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { useList } from '@/lib/client/queries/use-list'
import { RuleForm } from './rule-form'
import { RuleRow } from './rule-row'
import { TryCall } from './try-call'

/** The rules of all sessions: made, changed and taken back, and tried on a call. */
export function PolicyView() {
  const t = useTranslations('policy.page')
  const isOwner = useMe().role === 'owner'
  const [panel, setPanel] = useState<'add' | 'try' | null>(null)
  const { data, isPending } = useRead(KEYS.tools, 'GET /api/tools')
  const tools = data?.items ?? []
  const list = useList(KEYS.allRules, {
    read: (cursor, signal) => fetchApi('GET /api/rules', { query: { cursor }, signal }),
  })
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet text-small">{t('intro')}</p>
      <Announcement />
      <p className="flex gap-2 text-small">
        {(isOwner ? (['add', 'try'] as const) : (['try'] as const)).map(each => (
          <Button
            key={each}
            off={isPending}
            aria-expanded={panel === each}
            onClick={() => setPanel(panel === each ? null : each)}
          >
            {t(each)}
          </Button>
        ))}
      </p>
      {panel === 'add' && <RuleForm tools={tools} onClose={() => setPanel(null)} />}
      {panel === 'try' && <TryCall tools={tools} />}
      <ItemList list={list} label={t('list')} none={t('nothing')}>
        {rule => <RuleRow key={rule.id} rule={rule} tools={tools} />}
      </ItemList>
    </ListPage>
  )
}
