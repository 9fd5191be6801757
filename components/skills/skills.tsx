'use client'

import { useTranslations } from 'use-intl'
import { FoundList } from '@/components/list/found-list'
import { ListPage } from '@/components/list/list-page'
import { useSkills } from '@/lib/client/skills-query'
import { SkillItem } from './skill-item'

/** What agents can read about how things are done here, and who wrote it. */
export function Skills() {
  const t = useTranslations('skills.skills')
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet">
        {t.rich('about', { b: words => <b className="font-mono font-normal">{words}</b> })}
      </p>
      <FoundList found={useSkills()} label={t('list')} none={t('nothing')}>
        {skill => <SkillItem key={`${skill.source} ${skill.path}`} skill={skill} />}
      </FoundList>
    </ListPage>
  )
}
