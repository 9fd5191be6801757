'use client'

import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { MenuButton } from '@/components/ui/menu-button'
import { useSkills } from '@/lib/client/skills-query'
import { SkillItem } from './skill-item'

/** What agents can read about how things are done here, and who wrote it. */
export function Skills() {
  const t = useTranslations('skills.skills')
  const { items, error, again } = useSkills()
  return (
    <>
      <header className="page-head">
        <MenuButton target="sessions">{t('sessions')}</MenuButton>
        <h1 className="font-semibold text-title">{t('heading')}</h1>
      </header>
      <div className="history">
        <div className="column history-column">
          <p className="text-quiet">
            {t.rich('about', { b: words => <b className="font-mono font-normal">{words}</b> })}
          </p>
          {!items && !error && <p className="text-quiet">{t('looking')}</p>}
          {error && (
            <p role="alert" className="alert flex flex-wrap items-center gap-3">
              <ProblemText error={error} />
              <Button onClick={again}>{t('again')}</Button>
            </p>
          )}
          {items?.length === 0 && <p className="found-none">{t('nothing')}</p>}
          {items && items.length > 0 && (
            <ol aria-label={t('list')}>
              {items.map(skill => (
                <SkillItem key={`${skill.source} ${skill.path}`} skill={skill} />
              ))}
            </ol>
          )}
        </div>
      </div>
    </>
  )
}
