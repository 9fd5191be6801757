'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import type { Matcher, Rule } from '@/lib/domain/rule'
import { argumentName } from './matcher-words'

const HOUR = 3_600_000
export const LASTING_MS = { hour: HOUR, shift: 8 * HOUR, week: 168 * HOUR }

export type Lasting = 'ever' | keyof typeof LASTING_MS

export type RuleChoice = { matchers: Matcher[]; scope: Rule['scope']; lasts: Lasting }

/** The rule that would be made, exactly: nothing else runs without asking because of it. */
export function RulePreview({ tool, choice }: { tool: string; choice: RuleChoice }) {
  const t = useTranslations('call.rulePreview')
  return (
    <section aria-label={t('heading')} className="paper-block flex flex-col gap-1 px-3 py-2">
      <p>
        {t.rich('what', {
          tool: () => (
            <code className="font-mono text-small font-semibold">
              <VisibleText isLine>{tool}</VisibleText>
            </code>
          ),
          scope: choice.scope,
          lasts: choice.lasts,
        })}
      </p>
      {choice.matchers.length === 0 && <p className="font-semibold">{t('any')}</p>}
      {choice.matchers.map(matcher => (
        <div key={matcher.argument}>
          <span className="font-mono text-small font-semibold">
            <VisibleText isLine>{argumentName(matcher) || t('whole')}</VisibleText>
          </span>{' '}
          <span className="text-quiet text-small">{t('is')}</span>
          <CodeText>{valueText(matcher.value)}</CodeText>
        </div>
      ))}
      <p className="text-small text-quiet">{t('limits')}</p>
    </section>
  )
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
