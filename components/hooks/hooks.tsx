'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListPage } from '@/components/list/list-page'
import { useMe } from '@/components/shell/me'
import { Button } from '@/components/ui/button'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useRead } from '@/lib/client/queries/use-api'
import { POINT_NAMES } from '@/lib/domain/hooks/points'
import { HookForm } from './hook-form'
import { HookRow } from './hook-row'

/** The hooks by point, in the order in which they run. */
export function Hooks() {
  const t = useTranslations('hooks.page')
  const isOwner = useMe().role === 'owner'
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet text-small">{t('intro')}</p>
      {isOwner ? <HookList /> : <p>{t('owners')}</p>}
    </ListPage>
  )
}

function HookList() {
  const t = useTranslations('hooks.page')
  const [isAdding, setIsAdding] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { items, ...list } = itemsIn(useRead(KEYS.hooks, 'GET /api/hooks'))
  const inOrder = items && POINT_NAMES.flatMap(point => items.filter(hook => hook.point === point))
  return (
    <>
      <Announcement text={announcement} />
      {!isAdding && (
        <p>
          <Button onClick={() => setIsAdding(true)}>{t('add')}</Button>
        </p>
      )}
      {isAdding && <HookForm onClose={() => setIsAdding(false)} onAnnounce={setAnnouncement} />}
      <ItemList list={{ ...list, items: inOrder }} none={t('nothing')} headingOf={({ point }) => point}>
        {hook => <HookRow key={hook.id} hook={hook} onAnnounce={setAnnouncement} />}
      </ItemList>
    </>
  )
}
