'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListItem, ListPage } from '@/components/list/list-page'
import { CodeText } from '@/components/text/code-text'
import { Prose } from '@/components/text/prose'
import { ServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { PAPER_TEXT } from '@/components/ui/looks'
import { Tabs } from '@/components/ui/tabs'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Skill } from '@/lib/domain/memory/skill'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

export function Skills() {
  const t = useTranslations('skills.skills')
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet text-small">{t.rich('intro', { b: mono })}</p>
      <ItemList list={useSkills()} label={t('list')} none={t('nothing')}>
        {skill => <SkillItem key={`${skill.source} ${skill.path}`} skill={skill} />}
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

export function SkillItem({ skill }: { skill: Skill }) {
  const t = useTranslations('skills.item')
  const { name, description, source, path, warnings, words, body } = skill
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-col gap-1">
        <h2 className="font-mono font-semibold wrap-anywhere">
          <VisibleText isLine>{name}</VisibleText>
        </h2>
        {description !== '' && (
          <p className="wrap-anywhere">
            <VisibleText isProse>{description}</VisibleText>
          </p>
        )}
        <p className="text-quiet text-small wrap-anywhere">
          {t(source)} ·{' '}
          <span className="font-mono">
            <VisibleText isLine>{path}</VisibleText>
          </span>{' '}
          · {t(stateOf(skill))}
        </p>
        {warnings.length > 0 && (
          <ul aria-label={t('warnings')} className="border-field border-l-2 pl-3 text-small wrap-anywhere">
            {warnings.map((warning, at) => (
              <li key={warning}>
                <ServerWords isLine words={words?.[at] ?? undefined} english={warning} />
              </li>
            ))}
          </ul>
        )}
        {body !== '' && (
          <details>
            <summary className="cursor-pointer text-small touch:py-2.5">{t('read')}</summary>
            <SkillText skill={skill} />
          </details>
        )}
      </article>
    </ListItem>
  )
}

const VIEWS = ['preview', 'source'] as const

/** What an agent reads, as it is meant and as it is written, and how to use and change it. */
function SkillText({ skill: { name, body, isUsable } }: { skill: Skill }) {
  const t = useTranslations('skills.item')
  const [view, setView] = useState<string>('preview')
  return (
    <div className="mt-1 flex flex-col gap-2">
      <Tabs
        label={t('views')}
        look="form"
        tabs={VIEWS.map(id => ({ id, name: t(id) }))}
        value={view}
        onChoose={setView}
      >
        {view === 'preview' ? (
          <div className="rounded-base border border-hairline bg-surface px-4 py-3">
            <Prose>{body}</Prose>
          </div>
        ) : (
          <div className={PAPER_TEXT}>
            <CodeText>{body}</CodeText>
          </div>
        )}
      </Tabs>
      <p className="text-quiet text-small wrap-anywhere">
        {isUsable && <>{t.rich('use', { name: withVisibleEscapes(name), b: mono })} </>}
        {t('change')}
      </p>
    </div>
  )
}

const mono = (text: ReactNode): ReactNode => (
  <b key="mono" className="font-mono font-normal">
    {text}
  </b>
)

const stateOf = ({ isOffered, isUsable }: Skill): 'offered' | 'hidden' | 'unusable' => {
  if (isOffered) return 'offered'
  return isUsable ? 'hidden' : 'unusable'
}
