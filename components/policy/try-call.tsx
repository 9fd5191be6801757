import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { ServerText } from '@/components/text/server-words'
import { Field } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useChange } from '@/lib/client/queries/use-api'
import type { ToolItem } from '@/lib/domain/call/tool'
import type { Explanation } from '@/lib/domain/contract/policy-operations'
import type { Verdict } from '@/lib/domain/policy/rule'

/** What the rules say of a call that somebody types in. Nothing runs. */
export function TryCall({ tools }: { tools: ToolItem[] }) {
  const t = useTranslations('policy.try')
  const [call, setCall] = useState({ tool: '', argumentsText: '{}' })
  const { mutate, data, variables, error } = useChange((body: typeof call) =>
    fetchApi('POST /api/policy/explain', { body }),
  )
  const result = variables === call ? data : undefined
  return (
    <section aria-label={t('name')}>
      <Form className={PANEL} onSend={() => mutate(call)}>
        <h2 className="font-semibold">{t('name')}</h2>
        <Field
          isRequired
          label={t('tool')}
          offers={tools.map(({ name }) => name)}
          value={call.tool}
          onValue={tool => setCall({ ...call, tool })}
        />
        <Field
          label={t('arguments')}
          rows={3}
          value={call.argumentsText}
          onValue={argumentsText => setCall({ ...call, argumentsText })}
        />
        <FormFoot send={t('try')} error={error}>
          <span className="text-quiet text-small">{t('hint')}</span>
        </FormFoot>
        {result && <PolicyAnswer {...result} />}
      </Form>
    </section>
  )
}

/** What policy says of a call, and what each rule does. */
export function PolicyAnswer({ verdict, reason, rules }: Explanation) {
  const t = useTranslations('policy.try')
  return (
    <>
      <p role="status" className="flex gap-2.5 font-semibold">
        <EffectSign effect={verdict} />
        <ServerText codedText={reason} english={reason.text} />
      </p>
      <ul aria-label={t('rules')} className="text-small empty:hidden">
        {rules.map(({ rule, match, misses = '', codedText }) => (
          <li key={rule.id} className="border-hairline border-t py-1.5 wrap-anywhere">
            <b className="font-semibold">{t('rule', { number: rule.number })}</b>{' '}
            {match === 'none' ? <ServerText codedText={codedText} english={misses} /> : t(match)}
            <span className="block text-quiet">
              <ServerText isLine codedText={rule.codedText} english={rule.text} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const SIGNS = { allow: '✓', ask: '?', deny: '✕' }
const INKS = { allow: 'text-added-sign', ask: 'text-quiet', deny: 'text-removed-sign' }

/** The words beside it say the same. */
export const EffectSign = ({ effect }: { effect: Verdict }) => (
  <span aria-hidden="true" className={`w-3.5 flex-none text-center font-semibold ${INKS[effect]}`}>
    {SIGNS[effect]}
  </span>
)
