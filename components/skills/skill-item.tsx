'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import type { Skill } from '@/lib/domain/skill'

/** One skill: what it is for, where it lies, whose it is, and what is wrong with it. */
export function SkillItem({ skill }: { skill: Skill }) {
  const t = useTranslations('skills.item')
  const { name, description, source, path, warnings, body } = skill
  return (
    <li className="found">
      <article aria-label={name} className="flex flex-col gap-1">
        <h2 className="font-mono font-semibold [overflow-wrap:anywhere]">
          <VisibleText isLine>{name}</VisibleText>
        </h2>
        {description !== '' && (
          <p className="[overflow-wrap:anywhere]">
            <VisibleText isProse>{description}</VisibleText>
          </p>
        )}
        <p className="text-quiet text-small [overflow-wrap:anywhere]">
          {t(source)} ·{' '}
          <span className="font-mono">
            <VisibleText isLine>{path}</VisibleText>
          </span>{' '}
          · {t(stateOf(skill))}
        </p>
        {warnings.length > 0 && (
          <ul aria-label={t('warnings')} className="skill-warnings">
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
            <div className="paper-block mt-2 px-2.5 py-1">
              <CodeText>{body}</CodeText>
            </div>
          </details>
        )}
      </article>
    </li>
  )
}

const stateOf = ({ isOffered, isUsable }: Skill): 'offered' | 'hidden' | 'unusable' => {
  if (isOffered) return 'offered'
  return isUsable ? 'hidden' : 'unusable'
}
