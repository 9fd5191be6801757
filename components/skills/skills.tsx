'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListPage, PageHead } from '@/components/list/list-page'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { loadPart } from '@/lib/client/page/load-part'
import { KEYS } from '@/lib/client/queries/keys'
import { skillPlace, skillTarget } from '@/lib/client/text/skill-draft'
import { monoText, SkillItem } from './skill-item'

const SkillEditor = lazy(async () => ({
  default: (await loadPart(() => import('./skill-editor'))).SkillEditor,
}))

const never = () => () => undefined

/** The list, or the editor: that is in the address, so that it is still open after a reload. */
export function Skills() {
  const t = useTranslations('skills.skills')
  const target = skillTarget(new URLSearchParams(useSearchParams().toString()))
  // What is not saved is in this tab alone: the server cannot know with what the editor opens.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
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
    <Suspense fallback={head}>
      <SkillEditor
        key={skillPlace(target)}
        target={target}
        status={status}
        onStatus={setStatus}
        onReplace={replace}
        onOpen={open}
      />
    </Suspense>
  )
}

function SkillList({ onOpen }: { onOpen: (address: string) => void }) {
  const t = useTranslations('skills.skills')
  const [announcement, setAnnouncement] = useState('')
  return (
    <ListPage heading={t('heading')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-80 text-quiet text-small">{t.rich('intro', { b: monoText })}</p>
        <Button onClick={() => onOpen(skillPlace({ kind: 'new' }))}>{t('new')}</Button>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ItemList list={useSkills()} label={t('list')} none={t('nothing')}>
        {skill => (
          <SkillItem
            key={`${skill.source} ${skill.path}`}
            skill={skill}
            onOpen={onOpen}
            onAnnounce={setAnnouncement}
          />
        )}
      </ItemList>
    </ListPage>
  )
}

/** Skills are files: they are read again on every visit. */
function useSkills() {
  const { data, error, refetch } = useQuery({
    queryKey: KEYS.skills,
    queryFn: ({ signal }) => fetchApi('GET /api/skills', { signal }),
    staleTime: 0,
  })
  return { items: data?.items, error, again: () => void refetch() }
}
