import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '@/components/list/form'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
import { CODE } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { useChange } from '@/lib/client/queries/use-api'
import type { Hook } from '@/lib/domain/hooks/hook'
import { samplePayload } from '@/lib/domain/hooks/points'
import { objectIn } from '@/lib/text/json/json-value'

/** Runs a hook on a sample, and says how its answer would be taken. Nothing is stored. */
export function TryHook({ hook: { id, name, point } }: { hook: Hook }) {
  const t = useTranslations('hooks.try')
  const [text, setText] = useState(() => JSON.stringify(samplePayload(point), null, 2))
  const payload = objectIn(text)
  const { mutate, data, error, isPending } = useChange((sample: Record<string, unknown>) =>
    fetchApi('POST /api/hooks/{id}/try', { params: { id }, body: { payload: sample } }),
  )
  return (
    <section aria-label={t('name', { name })}>
      <Form className={PANEL} off={isPending} onSend={() => payload && mutate(payload)}>
        <Field label={t('payload')} rows={6} value={text} onValue={setText} />
        {!payload && <p className="text-small">{t('noObject')}</p>}
        <ProblemAlert error={error} />
        <p className="flex flex-wrap items-center gap-3 text-quiet text-small">
          <Button type="submit" variant="main" off={!payload || isPending}>
            {t('run')}
          </Button>
          {t('hint')}
        </p>
        {data && (
          <div role="status" className="flex flex-col gap-1">
            <p className="font-semibold">
              {t(`verdicts.${data.verdict}`)} <span className="font-normal text-quiet">{data.ms} ms</span>
            </p>
            {data.reason !== undefined && (
              <p className="whitespace-pre-wrap wrap-anywhere">
                <VisibleText>{data.reason}</VisibleText>
              </p>
            )}
            {data.answer && (
              <pre className={`whitespace-pre-wrap wrap-anywhere ${CODE}`}>
                <VisibleText>{JSON.stringify(data.answer, null, 2)}</VisibleText>
              </pre>
            )}
          </div>
        )}
      </Form>
    </section>
  )
}
