'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListPage, PageHead } from '@/components/list/list-page'
import { lazyPart } from '@/components/page/lazy-part'
import { OwnerOnly } from '@/components/shell/me'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useRead } from '@/lib/client/queries/use-api'
import { skillDraftKey, skillTarget } from '@/lib/client/text/skill-draft'
import { monoText, SkillItem } from './skill-item'

const SkillEditor = lazyPart(async () => (await import('./skill-editor')).SkillEditor)

/** The list, or the editor: that is in the address, so that it is still open after a reload. */
export function Skills() {
  const t = useTranslations('skills.skills')
  const target = skillTarget(new URLSearchParams(useSearchParams().toString()))
  // What is not saved is in this tab alone: the server cannot know with what the editor opens.
  const isHydrated = useHydrated()
  const [status, setStatus] = useState('')
  const open = (address: string): void => {
    setStatus('')
    window.history.pushState(null, '', address)
  }
  const replace = (address: string): void => window.history.replaceState(null, '', address)
  if (target === null) return <SkillList onOpen={open} />
  const head = <PageHead heading={t('heading')} />
  if (!isHydrated) return head
  return (
    <SkillEditor
      key={skillDraftKey(target)}
      fallback={head}
      target={target}
      status={status}
      onStatus={setStatus}
      onReplace={replace}
      onOpen={open}
    />
  )
}

function SkillList({ onOpen }: { onOpen: (address: string) => void }) {
  const t = useTranslations('skills.skills')
  return (
    <ListPage
      heading={t('heading')}
      action={
        <OwnerOnly>
          <Button onClick={() => onOpen(skillDraftKey({ kind: 'new' }))}>{t('new')}</Button>
        </OwnerOnly>
      }
    >
      <p className="text-quiet text-small">{t.rich('intro', { b: monoText })}</p>
      <Announcement />
      <ItemList list={itemsIn(useRead(KEYS.skills, 'GET /api/skills'))} label={t('list')} none={t('nothing')}>
        {skill => <SkillItem key={`${skill.source} ${skill.path}`} skill={skill} onOpen={onOpen} />}
      </ItemList>
    </ListPage>
  )
}
