'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Matcher } from '@/lib/domain/rule'
import { argumentName } from './matcher-words'
import { LASTING_MS, type Lasting, type RuleChoice } from './rule-preview'

type Props = { offered: Matcher[]; choice: RuleChoice; onChange: (choice: RuleChoice) => void }

const LASTINGS: Lasting[] = ['ever', ...(Object.keys(LASTING_MS) as (keyof typeof LASTING_MS)[])]

/** Where a rule holds, how long, and which arguments it is about. */
export function RuleChoices({ offered, choice, onChange }: Props) {
  const t = useTranslations('call.alwaysForm')
  const id = useId()
  return (
    <div className="rule-choices">
      <fieldset>
        <legend className="form-label">{t('scope')}</legend>
        {(['session', 'always'] as const).map((scope, index) => (
          <label key={scope} className="choice">
            <input
              type="radio"
              name={`${id}scope`}
              // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
              autoFocus={index === 0}
              checked={choice.scope === scope}
              onChange={() => onChange({ ...choice, scope })}
            />
            {t(`scopes.${scope}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend className="form-label">{t('where')}</legend>
        {offered.map(matcher => (
          <MatcherChoice key={matcher.argument} {...{ matcher, offered, choice, onChange }} />
        ))}
        {offered.length === 0 && <p className="text-small text-quiet">{t('noArguments')}</p>}
      </fieldset>
      <label className="flex flex-col gap-1">
        <span className="form-label">{t('until')}</span>
        <select
          className="field w-auto self-start"
          value={choice.lasts}
          onChange={event => onChange({ ...choice, lasts: event.target.value as Lasting })}
        >
          {LASTINGS.map(lasts => (
            <option key={lasts} value={lasts}>
              {t(`lasts.${lasts}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function MatcherChoice({ matcher, offered, choice, onChange }: Props & { matcher: Matcher }) {
  const t = useTranslations('call.alwaysForm')
  const isKept = choice.matchers.includes(matcher)
  const kept = (wanted: boolean): Matcher[] =>
    offered.filter(other => (other === matcher ? wanted : choice.matchers.includes(other)))
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isKept}
        onChange={event => onChange({ ...choice, matchers: kept(event.target.checked) })}
      />
      <code className="font-mono text-small">
        <VisibleText isLine>{argumentName(matcher) || t('whole')}</VisibleText>
      </code>
    </label>
  )
}
