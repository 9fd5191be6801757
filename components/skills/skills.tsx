'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ItemList, ListItem, ListPage } from '@/components/list/list-page'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { PAPER_TEXT } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Skill } from '@/lib/domain/memory/skill'

export function Skills() {
  const t = useTranslations('skills.skills')
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet">
        {t.rich('intro', { b: text => <b className="font-mono font-normal">{text}</b> })}
      </p>
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
  const { name, description, source, path, warnings, body } = skill
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
            {warnings.map(warning => (
              <li key={warning}>
                <VisibleText isLine>{warning}</VisibleText>
              </li>
            ))}
          </ul>
        )}
        {body !== '' && (
          <details>
            <summary className="cursor-pointer text-small">{t('read')}</summary>
            <div className={`${PAPER_TEXT} mt-2`}>
              <CodeText>{body}</CodeText>
            </div>
          </details>
        )}
      </article>
    </ListItem>
  )
}

const stateOf = ({ isOffered, isUsable }: Skill): 'offered' | 'hidden' | 'unusable' => {
  if (isOffered) return 'offered'
  return isUsable ? 'hidden' : 'unusable'
}
